use std::io::Read;

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let mut words = text.split_ascii_whitespace();
    let mut next = || words.next().unwrap().parse::<i64>().unwrap();
    let n = next();
    let mut values: Vec<i64> = (0..n).map(|_| next()).collect();
    values.sort();
    let (mut left, mut right) = (0, 0);
    for v in values.iter().rev() {
        if left <= right {
            left += v;
        } else {
            right += v;
        }
    }
    let fair = left == right;
    println!("{}", if fair { "YES" } else { "NO" });
}
