use std::io::Read;

fn distance(a: &[u8], b: &[u8]) -> usize {
    let (Some((x, rest_a)), Some((y, rest_b))) = (a.split_first(), b.split_first()) else {
        return a.len() + b.len();
    };
    let replace = distance(rest_a, rest_b) + usize::from(x != y);
    replace.min(distance(rest_a, b) + 1).min(distance(a, rest_b) + 1)
}

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let mut words = text.split_ascii_whitespace().map(str::as_bytes);
    let (a, b) = (words.next().unwrap(), words.next().unwrap());
    println!("{}", distance(a, b));
}
