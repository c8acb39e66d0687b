#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

using namespace std;

long long root(long long a, long long p) {
    long long x = 1, base = a;
    for (long long e = (p + 1) / 4; e > 0; e >>= 1) {
        if (e & 1) x = x * base % p;
        base = base * base % p;
    }
    return x * x % p == a ? min(x, (p - x) % p) : -1;
}

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int t;
    cin >> t;
    while (t--) {
        long long a, p;
        cin >> a >> p;
        cout << root(a, p) << '\n';
    }
}
