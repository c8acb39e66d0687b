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
    for (long long n = max(a, 2LL); n <= b; n++) {
        bool prime = true;
        for (long long d = 2; d < n && prime; d++) prime = n % d != 0;
        if (prime) cout << n << '\n';
    }
}
