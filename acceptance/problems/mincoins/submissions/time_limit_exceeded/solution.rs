use std::io::Read;

const FAR: usize = 1_000_000_000;

fn fewest(rest: usize, coins: &[usize]) -> usize {
    if rest == 0 {
        return 0;
    }
    let fitting = coins.iter().filter(|&&coin| coin <= rest);
    fitting.map(|coin| fewest(rest - coin, coins) + 1).min().unwrap_or(FAR)
}

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let mut words = text.split_ascii_whitespace();
    let mut next = || words.next().unwrap().parse::<usize>().unwrap();
    let v = next();
    let c = next();
    let coins: Vec<usize> = (0..c).map(|_| next()).collect();
    let answer = fewest(v, &coins);
    if answer < FAR {
        println!("{answer}");
    } else {
        println!("-1");
    }
}
