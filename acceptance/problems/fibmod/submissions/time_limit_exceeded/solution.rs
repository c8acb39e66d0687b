use std::io::Read;

const MOD: i64 = 1_000_000_007;

/// Returns F(n) and F(n + 1).
fn fib(n: i64) -> (i64, i64) {
    let (mut a, mut b) = (0, 1);
    for _ in 0..n {
        (a, b) = (b, (a + b) % MOD);
    }
    (a, b)
}

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    for word in text.split_ascii_whitespace() {
        println!("{}", fib(word.parse().unwrap()).0);
    }
}
