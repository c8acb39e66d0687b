use std::io::Read;

fn smooth(mut n: u64) -> bool {
    for p in [2, 3, 5] {
        while n % p == 0 {
            n /= p;
        }
    }
    n == 1
}

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    for word in text.split_ascii_whitespace() {
        let at: usize = word.parse().unwrap();
        println!("{}", (1..).filter(|&n| smooth(n)).nth(at - 1).unwrap());
    }
}
