#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    long long a, b;
    cin >> a >> b;
    vector<char> composite(1000003), hit(b - a + 1);
    for (long long p = 2; p * p <= b; p++) {
        if (composite[p]) continue;
        for (long long m = p * p; m < (long long)composite.size(); m += p) composite[m] = 1;
        for (long long m = max(p * p, (a + p - 1) / p * p); m <= b; m += p) hit[m - a] = 1;
    }
    for (long long n = b; n >= max(a, 2LL); n--) {
        if (!hit[n - a]) cout << n << '\n';
    }
}
