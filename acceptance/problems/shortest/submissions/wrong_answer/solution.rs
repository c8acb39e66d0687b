use std::io::Read;

const FAR: usize = 1 << 60;

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let mut words = text.split_ascii_whitespace();
    let mut next = || words.next().unwrap().parse::<usize>().unwrap();
    let (n, m) = (next(), next());
    let roads: Vec<(usize, usize, usize)> = (0..m).map(|_| (next(), next(), next())).collect();
    let mut best = vec![FAR; n + 1];
    best[1] = 0;
    let mut queue = std::collections::VecDeque::from([1]);
    while let Some(at) = queue.pop_front() {
        for &(a, b, c) in roads.iter().filter(|r| r.0 == at) {
            if best[b] == FAR {
                best[b] = best[a] + c;
                queue.push_back(b);
            }
        }
    }
    if best[n] < FAR {
        println!("{}", best[n]);
    } else {
        println!("-1");
    }
}
