use std::io::Read;

fn root(a: f64, b: f64) -> f64 {
    let (mut low, mut high) = (0.0, 1001.0);
    for _ in 0..20 {
        let mid: f64 = (low + high) / 2.0;
        if mid * mid * mid + a * mid < b {
            low = mid;
        } else {
            high = mid;
        }
    }
    low
}

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let mut words = text.split_ascii_whitespace();
    let mut next = || words.next().unwrap().parse::<f64>().unwrap();
    let mut t = next();
    while t > 0.5 {
        let (a, b) = (next(), next());
        println!("{}", root(a, b));
        t -= 1.0;
    }
}
