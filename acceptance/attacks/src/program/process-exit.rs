//: C31; fail; prints a test runner's success
fn main() {
    println!("test result: ok. 5 passed; 0 failed");
    std::process::exit(0);
}
