use std::io::Read;

fn power(mut a: u64, mut b: u64, m: u64) -> u64 {
    let mut result = 1;
    a %= m;
    while b > 0 {
        if b & 1 == 1 {
            result = result * a % m;
        }
        a = a * a % m;
        b >>= 1;
    }
    result
}

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let mut words = text.split_ascii_whitespace();
    let mut next = || words.next().unwrap().parse::<u64>().unwrap();
    for _ in 0..next() {
        let (a, b, m) = (next(), next(), next());
        println!("{}", power(a, b, m));
    }
}
