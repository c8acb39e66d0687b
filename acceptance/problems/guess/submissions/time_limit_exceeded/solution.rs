use std::io::BufRead;

fn main() {
    let (mut low, mut high) = (1u64, 1_000_000_000_000_000u64);
    let mut replies = std::io::stdin().lock().lines();
    loop {
        // Walk from both ends until they meet.
        let (mut mid, mut right) = (low, high);
        while std::hint::black_box(mid) < right {
            mid += 1;
            right -= 1;
        }
        println!("{mid}");
        match replies.next() {
            Some(Ok(reply)) if reply == "lower" => high = mid - 1,
            Some(Ok(reply)) if reply == "higher" => low = mid + 1,
            _ => break,
        }
    }
}
