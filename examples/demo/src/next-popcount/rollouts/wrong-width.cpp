#include <iostream>

int main() {
    long long n;
    while (std::cin >> n) {
        int x = (int)n;
        int low = x & -x;
        int ripple = x + low;
        std::cout << (ripple | (((x ^ ripple) >> 2) / low)) << "\n";
    }
}
