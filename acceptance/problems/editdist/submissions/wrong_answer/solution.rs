use std::io::Read;

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let mut words = text.split_ascii_whitespace().map(str::as_bytes);
    let (a, b) = (words.next().unwrap(), words.next().unwrap());
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for x in a {
        let mut corner = row[0];
        row[0] += 1;
        for (j, y) in b.iter().enumerate() {
            let replace = corner + 2 * usize::from(x != y);
            corner = row[j + 1];
            row[j + 1] = replace.min(corner + 1).min(row[j] + 1);
        }
    }
    println!("{}", row[b.len()]);
}
