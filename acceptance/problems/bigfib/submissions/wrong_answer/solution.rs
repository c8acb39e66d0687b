use std::io::Read;

const BASE: u32 = 1_000_000_000;

/// Adds two numbers in base 10^9, the lowest limb first.
fn add(a: &mut Vec<u32>, b: &[u32]) {
    let mut carry = 0;
    let mut i = 0;
    while i < b.len() || carry > 0 {
        if i == a.len() {
            a.push(0);
        }
        let sum = a[i] + b.get(i).unwrap_or(&0) + carry;
        (a[i], carry) = (sum % BASE, sum / BASE);
        i += 1;
    }
}

fn show(a: &[u32]) -> String {
    let mut out = a.last().unwrap().to_string();
    for limb in a.iter().rev().skip(1) {
        out += &format!("{limb}");
    }
    out
}

fn fib(n: usize) -> Vec<u32> {
    let (mut a, mut b) = (vec![0], vec![1]);
    for _ in 0..n {
        add(&mut a, &b);
        std::mem::swap(&mut a, &mut b);
    }
    a
}

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    for word in text.split_ascii_whitespace() {
        println!("{}", show(&fib(word.parse().unwrap())));
    }
}
