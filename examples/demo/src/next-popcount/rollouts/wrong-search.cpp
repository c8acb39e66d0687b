#include <bitset>
#include <iostream>

int main() {
    unsigned long long n;
    while (std::cin >> n) {
        auto want = std::bitset<64>(n).count();
        do n++;
        while (std::bitset<64>(n).count() != want);
        std::cout << n << std::endl;
    }
}
