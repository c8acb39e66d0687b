//: C31; fail; leaves with the exit code by which validators accept
int main() { return 42; }
