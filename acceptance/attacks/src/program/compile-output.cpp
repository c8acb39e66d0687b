//: B16; fail; floods the compiler's messages
#define A(x) x x x x x x x x x x
#define B(x) A(A(A(A(x))))
int main() { B(undeclared_name + ) 0; }
