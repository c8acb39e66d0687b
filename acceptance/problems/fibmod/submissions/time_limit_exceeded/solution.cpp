#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

using namespace std;

const long long MOD = 1000000007;

long long fib(long long n) {
    long long a = 0, b = 1;
    for (long long i = 0; i < n; i++) {
        a = (a + b) % MOD;
        swap(a, b);
    }
    return a;
}

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    long long n;
    while (cin >> n) cout << fib(n) << '\n';
}
