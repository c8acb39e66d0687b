use std::io::Read;

fn root(a: i64, p: i64) -> i64 {
    (0..p).find(|x| x * x % p == a).unwrap_or(-1)
}

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let mut words = text.split_ascii_whitespace();
    let mut next = || words.next().unwrap().parse::<i64>().unwrap();
    for _ in 0..next() {
        let (a, p) = (next(), next());
        println!("{}", root(a, p));
    }
}
