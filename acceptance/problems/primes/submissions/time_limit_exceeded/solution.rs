use std::io::Read;

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let mut words = text.split_ascii_whitespace();
    let mut next = || words.next().unwrap().parse::<usize>().unwrap();
    let (a, b) = (next(), next());
    for n in a.max(2)..=b {
        if (2..n).all(|d| n % d != 0) {
            println!("{n}");
        }
    }
}
