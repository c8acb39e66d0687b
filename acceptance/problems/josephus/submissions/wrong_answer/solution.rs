use std::io::Read;

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let mut words = text.split_ascii_whitespace();
    let mut next = || words.next().unwrap().parse::<usize>().unwrap();
    let (n, k) = (next(), next());
    let mut circle: Vec<usize> = (1..=n).collect();
    let mut out = String::new();
    let mut at = 0;
    while !circle.is_empty() {
        at = (at + k) % circle.len();
        out += &format!("{}\n", circle.remove(at));
    }
    print!("{out}");
}
