use std::io::Read;

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let mut numbers: Vec<u64> = vec![1];
    let (mut i, mut j, mut k) = (0, 0, 0);
    while numbers.len() < 5000 {
        let (two, three, five) = (numbers[i] * 2, numbers[j] * 3, numbers[k] * 5);
        let n = two.min(three).min(five);
        numbers.push(n);
        if n == two {
            i += 1;
        } else if n == three {
            j += 1;
        } else {
            k += 1;
        }
    }
    for word in text.split_ascii_whitespace() {
        let at: usize = word.parse().unwrap();
        println!("{}", numbers[at - 1]);
    }
}
