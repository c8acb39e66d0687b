use std::io::Read;

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let mut words = text.split_ascii_whitespace();
    let mut next = || words.next().unwrap().parse::<usize>().unwrap();
    let (n, c) = (next(), next());
    let mut best = vec![0; c + 1];
    for _ in 0..n {
        let (weight, value) = (next(), next());
        for room in weight..=c {
            best[room] = best[room].max(best[room - weight] + value);
        }
    }
    println!("{}", best[c]);
}
