#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

using namespace std;

using u64 = unsigned long long;

u64 power(u64 a, u64 b, u64 m) {
    u64 result = 1 % m;
    for (u64 i = 0; i < b; i++) result = result * (a % m) % m;
    return result;
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
