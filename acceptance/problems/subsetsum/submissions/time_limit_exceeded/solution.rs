use std::io::Read;

fn split(values: &[i64], difference: i64) -> bool {
    let Some((v, rest)) = values.split_first() else {
        return difference == 0;
    };
    split(rest, difference + v) || split(rest, difference - v)
}

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let mut words = text.split_ascii_whitespace();
    let mut next = || words.next().unwrap().parse::<i64>().unwrap();
    let n = next();
    let values: Vec<i64> = (0..n).map(|_| next()).collect();
    let fair = split(&values, 0);
    println!("{}", if fair { "YES" } else { "NO" });
}
