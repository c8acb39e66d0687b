use std::io::Read;

fn root(a: f64, b: f64) -> f64 {
    const STEP: f64 = 1e-7;
    let (mut i, mut x) = (0.0, 0.0);
    while x * x * x + a * x < b {
        i += 1.0;
        x = i * STEP;
    }
    x
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
