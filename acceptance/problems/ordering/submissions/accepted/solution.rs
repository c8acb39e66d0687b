use std::io::Read;

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let mut words = text.split_ascii_whitespace();
    let mut next = || words.next().unwrap().parse::<usize>().unwrap();
    let (n, m) = (next(), next());
    let mut after = vec![vec![]; n + 1];
    let mut degree = vec![0; n + 1];
    for _ in 0..m {
        let (a, b) = (next(), next());
        after[a].push(b);
        degree[b] += 1;
    }
    let mut order: Vec<usize> = (1..=n).filter(|&t| degree[t] == 0).collect();
    let mut head = 0;
    while head < order.len() {
        for &b in &after[order[head]] {
            degree[b] -= 1;
            if degree[b] == 0 {
                order.push(b);
            }
        }
        head += 1;
    }
    if order.len() < n {
        println!("impossible");
        return;
    }
    let words: Vec<String> = order.iter().map(|t| t.to_string()).collect();
    println!("{}", words.join(" "));
}
