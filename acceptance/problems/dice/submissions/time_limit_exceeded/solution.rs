use std::io::Read;

fn chance(n: usize, s: usize, t: i64) -> f64 {
    if n == 0 {
        return if t <= 0 { 1.0 } else { 0.0 };
    }
    let total: f64 = (1..=s).map(|face| chance(n - 1, s, t - face as i64)).sum();
    total / s as f64
}

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    for line in text.lines() {
        let numbers: Vec<i64> = line.split(' ').map(|w| w.parse().unwrap()).collect();
        println!("{}", chance(numbers[0] as usize, numbers[1] as usize, numbers[2]));
    }
}
