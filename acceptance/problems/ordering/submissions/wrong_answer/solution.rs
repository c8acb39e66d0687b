use std::io::Read;

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let mut words = text.split_ascii_whitespace();
    let mut next = || words.next().unwrap().parse::<usize>().unwrap();
    let (n, m) = (next(), next());
    let mut degree = vec![0; n + 1];
    for _ in 0..m {
        let (_, b) = (next(), next());
        degree[b] += 1;
    }
    let mut order: Vec<usize> = (1..=n).collect();
    order.sort_by_key(|&t| degree[t]);
    if degree[order[0]] > 0 {
        order.clear();
    }
    if order.len() < n {
        println!("impossible");
        return;
    }
    let words: Vec<String> = order.iter().map(|t| t.to_string()).collect();
    println!("{}", words.join(" "));
}
