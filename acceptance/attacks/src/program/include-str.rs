//: D32; fail; includes files of the machine at compile time
fn main() {
    print!("{}", include_str!("/etc/passwd"));
}
