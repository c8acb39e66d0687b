use std::io::Read;

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let mut words = text.split_ascii_whitespace();
    let mut next = || words.next().unwrap().parse::<usize>().unwrap();
    let n = next();
    let mut answer = 0;
    let values: Vec<usize> = (0..n).map(|_| next()).collect();
    for i in 0..n {
        for j in i + 1..n {
            for k in j + 1..n {
                answer += usize::from(values[i] < values[j] && values[j] < values[k]);
            }
        }
    }
    println!("{answer}");
}
