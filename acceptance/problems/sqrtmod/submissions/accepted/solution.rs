use std::io::Read;

fn root(a: i64, p: i64) -> i64 {
    let (mut x, mut base, mut e) = (1, a, (p + 1) / 4);
    while e > 0 {
        if e & 1 == 1 {
            x = x * base % p;
        }
        base = base * base % p;
        e >>= 1;
    }
    if x * x % p == a {
        (p - x) % p
    } else {
        -1
    }
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
