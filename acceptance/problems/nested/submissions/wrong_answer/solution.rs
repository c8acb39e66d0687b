use std::io::Read;

const MOD: u64 = 998_244_353;

/// Reads up to the bracket that closes this level, and returns the score.
fn level(text: &[u8], at: &mut usize) -> u64 {
    let mut total = 0;
    while *at < text.len() && text[*at] == b'(' {
        *at += 1;
        total += if text[*at] == b')' { 1 } else { 2 * level(text, at) };
        *at += 1;
        total %= MOD;
    }
    total
}

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    println!("{}", level(text.trim().as_bytes(), &mut 0));
}
