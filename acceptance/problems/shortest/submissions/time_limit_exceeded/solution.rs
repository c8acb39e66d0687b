use std::io::Read;

const FAR: usize = 1 << 60;

fn walk(roads: &[Vec<(usize, usize)>], seen: &mut [bool], best: &mut [usize], at: usize, sum: usize) {
    best[at] = best[at].min(sum);
    seen[at] = true;
    for &(to, length) in &roads[at] {
        if !seen[to] {
            walk(roads, seen, best, to, sum + length);
        }
    }
    seen[at] = false;
}

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let mut words = text.split_ascii_whitespace();
    let mut next = || words.next().unwrap().parse::<usize>().unwrap();
    let (n, m) = (next(), next());
    let mut best = vec![FAR; n + 1];
    let mut roads = vec![vec![]; n + 1];
    for _ in 0..m {
        let (a, b, c) = (next(), next(), next());
        roads[a].push((b, c));
    }
    walk(&roads, &mut vec![false; n + 1], &mut best, 1, 0);
    if best[n] < FAR {
        println!("{}", best[n]);
    } else {
        println!("-1");
    }
}
