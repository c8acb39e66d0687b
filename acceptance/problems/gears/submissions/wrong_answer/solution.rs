use std::io::Read;

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    for line in text.lines() {
        let gears: Vec<u64> = line.split_ascii_whitespace().map(|w| w.parse().unwrap()).collect();
        let turn = gears.iter().product::<u64>() / gears.iter().fold(0, |a, &b| gcd(a, b));
        println!("{turn}");
    }
}
