use std::io::Read;

const FAR: usize = 1_000_000_000;

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let mut words = text.split_ascii_whitespace();
    let mut next = || words.next().unwrap().parse::<usize>().unwrap();
    let mut v = next();
    let c = next();
    let mut coins: Vec<usize> = (0..c).map(|_| next()).collect();
    coins.sort();
    let mut answer = 0;
    for coin in coins.iter().rev() {
        answer += v / coin;
        v %= coin;
    }
    if v > 0 {
        answer = FAR;
    }
    if answer < FAR {
        println!("{answer}");
    } else {
        println!("-1");
    }
}
