use std::io::Read;

const MOD: u64 = 998_244_353;

/// Returns the position after the partner of the bracket at `i`.
fn after(text: &[u8], mut i: usize) -> usize {
    let mut depth = 0;
    loop {
        depth += if text[i] == b'(' { 1 } else { -1 };
        i += 1;
        if depth == 0 {
            return i;
        }
    }
}

/// Reads up to the bracket that closes this level, and returns the score.
fn level(text: &[u8], at: &mut usize) -> u64 {
    let mut total = 0;
    while *at < text.len() && text[*at] == b'(' {
        let end = after(text, *at);
        *at += 1;
        total += if text[*at] == b')' { 1 } else { 3 * level(text, at) };
        *at += 1;
        *at = end;
        total %= MOD;
    }
    total
}

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    println!("{}", level(text.trim().as_bytes(), &mut 0));
}
