use std::io::Read;

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    for line in text.lines() {
        let gears: Vec<u64> = line.split_ascii_whitespace().map(|w| w.parse().unwrap()).collect();
        let turn = (1u64..).find(|turn| gears.iter().all(|g| turn % g == 0)).unwrap();
        println!("{turn}");
    }
}
