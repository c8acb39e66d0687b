use std::io::Read;

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let mut words = text.split_ascii_whitespace();
    let mut next = || words.next().unwrap().parse::<usize>().unwrap();
    let (a, b) = (next(), next());
    let mut composite = vec![false; 1_000_003];
    let mut hit = vec![false; b - a + 1];
    let mut p = 2;
    while p * p <= b {
        if !composite[p] {
            for m in (p * p..composite.len()).step_by(p) {
                composite[m] = true;
            }
            for m in ((p * p).max(a.div_ceil(p) * p)..=b).step_by(p) {
                hit[m - a] = true;
            }
        }
        p += 1;
    }
    for n in (a.max(2)..=b).filter(|n| !hit[n - a]) {
        println!("{n}");
    }
}
