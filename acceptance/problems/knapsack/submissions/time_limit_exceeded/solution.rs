use std::io::Read;

fn most(items: &[(usize, u64)], room: usize) -> u64 {
    let Some(((weight, value), rest)) = items.split_first() else {
        return 0;
    };
    let without = most(rest, room);
    if *weight > room {
        return without;
    }
    without.max(value + most(rest, room - weight))
}

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let mut words = text.split_ascii_whitespace();
    let mut next = || words.next().unwrap().parse::<usize>().unwrap();
    let (n, c) = (next(), next());
    let items: Vec<(usize, u64)> = (0..n).map(|_| (next(), next() as u64)).collect();
    println!("{}", most(&items, c));
}
