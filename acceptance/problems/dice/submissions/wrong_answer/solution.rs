use std::io::Read;

fn chance(n: usize, s: usize, t: i64) -> f64 {
    let mut p = vec![1.0];
    for _ in 0..n {
        let mut rolled = vec![0.0; p.len() + s];
        for (sum, q) in p.iter().enumerate() {
            for face in 1..=s {
                rolled[sum + face] += q / s as f64;
            }
        }
        p = rolled;
    }
    p.iter().skip(t as usize + 1).sum()
}

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    for line in text.lines() {
        let numbers: Vec<i64> = line.split(' ').map(|w| w.parse().unwrap()).collect();
        println!("{}", chance(numbers[0] as usize, numbers[1] as usize, numbers[2]));
    }
}
