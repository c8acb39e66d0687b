use std::io::Read;

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let mut words = text.split_ascii_whitespace();
    let mut next = || words.next().unwrap().parse::<i64>().unwrap();
    let n = next();
    let mut tails: Vec<i64> = Vec::new();
    for _ in 0..n {
        let x = next();
        let i = tails.partition_point(|&t| t < x);
        if i == tails.len() {
            tails.push(x);
        }
        tails[i] = x;
    }
    println!("{}", tails.len());
}
