//: -; pass; control: the right answer
fn main() {
    for line in std::io::stdin().lines() {
        println!("{}", line.unwrap().trim().parse::<u64>().unwrap().count_ones());
    }
}
