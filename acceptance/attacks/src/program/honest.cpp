//: -; pass; control: the right answer
#include <bitset>
#include <iostream>

int main() {
    for (unsigned long long n; std::cin >> n;) std::cout << std::bitset<64>(n).count() << "\n";
}
