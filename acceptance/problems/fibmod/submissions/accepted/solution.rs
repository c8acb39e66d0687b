use std::io::Read;

const MOD: i64 = 1_000_000_007;

/// Returns F(n) and F(n + 1).
fn fib(n: i64) -> (i64, i64) {
    if n == 0 {
        return (0, 1);
    }
    let (a, b) = fib(n / 2);
    let even = a * ((2 * b - a + MOD) % MOD) % MOD;
    let odd = (a * a + b * b) % MOD;
    if n % 2 == 1 {
        (odd, (even + odd) % MOD)
    } else {
        (even, odd)
    }
}

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    for word in text.split_ascii_whitespace() {
        println!("{}", fib(word.parse().unwrap()).0);
    }
}
