use std::io::Read;

fn below(tree: &[usize], mut v: usize) -> usize {
    let mut total = 0;
    v -= 1;
    while v > 0 {
        total += tree[v];
        v &= v - 1;
    }
    total
}

fn add(tree: &mut [usize], mut v: usize, amount: usize) {
    while v < tree.len() {
        tree[v] += amount;
        v += v & v.wrapping_neg();
    }
}

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let mut words = text.split_ascii_whitespace();
    let mut next = || words.next().unwrap().parse::<usize>().unwrap();
    let n = next();
    let mut answer = 0;
    let (mut ones, mut pairs) = (vec![0; n + 1], vec![0; n + 1]);
    for _ in 0..n {
        let v = next();
        answer += below(&pairs, v);
        let smaller = below(&ones, v);
        add(&mut pairs, v, smaller);
        add(&mut ones, v, 1);
    }
    println!("{answer}");
}
