#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

using namespace std;

using u64 = unsigned long long;

u64 power(u64 a, u64 b, u64 m) {
    if (b == 0) return 1 % m;
    u64 half = power(a % m, b / 2, m);
    u64 square = half * half % m;
    return b % 2 ? square * (a % m) % m : square;
}

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int t;
    cin >> t;
    while (t--) {
        u64 a, b, m;
        cin >> a >> b >> m;
        cout << power(a, b, m) << '\n';
    }
}
