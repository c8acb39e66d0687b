#include <cstdint>
#include <iostream>

int main() {
    std::uint64_t n;
    while (std::cin >> n) {
        std::uint64_t filled = n | (n - 1);
        std::uint64_t next = (filled + 1) | (((~filled & (filled + 1)) - 1) >> (__builtin_ctzll(n) + 1));
        std::cout << next << "\n";
    }
}
