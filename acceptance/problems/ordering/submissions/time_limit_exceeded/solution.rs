use std::io::Read;

/// Returns the longest chain that ends in the task, or None for a cycle.
fn level(before: &[Vec<usize>], task: usize, depth: usize) -> Option<usize> {
    if depth > before.len() {
        return None;
    }
    let mut best = 0;
    for &a in &before[task] {
        best = best.max(level(before, a, depth + 1)? + 1);
    }
    Some(best)
}

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let mut words = text.split_ascii_whitespace();
    let mut next = || words.next().unwrap().parse::<usize>().unwrap();
    let (n, m) = (next(), next());
    let mut before = vec![vec![]; n + 1];
    for _ in 0..m {
        let (a, b) = (next(), next());
        before[b].push(a);
    }
    let mut order: Vec<usize> = (1..=n).collect();
    let chain: Vec<Option<usize>> = (0..=n).map(|t| level(&before, t, 0)).collect();
    order.sort_by_key(|&t| chain[t]);
    if chain.contains(&None) {
        order.clear();
    }
    if order.len() < n {
        println!("impossible");
        return;
    }
    let words: Vec<String> = order.iter().map(|t| t.to_string()).collect();
    println!("{}", words.join(" "));
}
