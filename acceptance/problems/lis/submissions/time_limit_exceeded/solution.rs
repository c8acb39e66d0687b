use std::io::Read;

fn ending_at(i: usize, values: &[i64]) -> usize {
    let mut best = 1;
    for j in 0..i {
        if values[j] < values[i] {
            best = best.max(ending_at(j, values) + 1);
        }
    }
    best
}

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let mut words = text.split_ascii_whitespace();
    let mut next = || words.next().unwrap().parse::<i64>().unwrap();
    let n = next();
    let values: Vec<i64> = (0..n).map(|_| next()).collect();
    let best = (0..values.len()).map(|i| ending_at(i, &values)).max();
    println!("{}", best.unwrap());
}
