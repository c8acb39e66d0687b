use std::io::Read;

const FAR: usize = 1_000_000_000;

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let mut words = text.split_ascii_whitespace();
    let mut next = || words.next().unwrap().parse::<usize>().unwrap();
    let v = next();
    let c = next();
    let coins: Vec<usize> = (0..c).map(|_| next()).collect();
    let mut best = vec![FAR; v + 1];
    best[0] = 0;
    for coin in coins {
        for total in coin..=v {
            best[total] = best[total].min(best[total - coin] + 1);
        }
    }
    let answer = best[v];
    if answer < FAR {
        println!("{answer}");
    } else {
        println!("-1");
    }
}
