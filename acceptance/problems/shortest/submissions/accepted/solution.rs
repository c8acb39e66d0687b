use std::io::Read;

const FAR: usize = 1 << 60;

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let mut words = text.split_ascii_whitespace();
    let mut next = || words.next().unwrap().parse::<usize>().unwrap();
    let (n, m) = (next(), next());
    let roads: Vec<(usize, usize, usize)> = (0..m).map(|_| (next(), next(), next())).collect();
    let mut best = vec![FAR; n + 1];
    best[1] = 0;
    for _ in 0..n {
        for &(a, b, c) in &roads {
            best[b] = best[b].min(best[a] + c);
        }
    }
    if best[n] < FAR {
        println!("{}", best[n]);
    } else {
        println!("-1");
    }
}
