use std::io::Read;

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let mut words = text.split_ascii_whitespace();
    let mut next = || words.next().unwrap().parse::<i64>().unwrap();
    let n = next();
    let values: Vec<i64> = (0..n).map(|_| next()).collect();
    let total = values.iter().sum::<i64>() as usize;
    let mut reach = vec![false; total + 1];
    reach[0] = true;
    for &v in &values {
        for s in (v as usize..=total).rev() {
            reach[s] |= reach[s - v as usize];
        }
    }
    let fair = total % 2 == 0 && reach[total / 2];
    println!("{}", if fair { "YES" } else { "NO" });
}
