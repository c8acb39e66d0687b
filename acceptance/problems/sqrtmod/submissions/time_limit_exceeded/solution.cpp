#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

using namespace std;

long long root(long long a, long long p) {
    for (long long x = 0; x < p; x++) {
        if (x * x % p == a) return x;
    }
    return -1;
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
