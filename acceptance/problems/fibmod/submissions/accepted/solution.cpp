#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

using namespace std;

const long long MOD = 1000000007;

pair<long long, long long> fib(long long n) {
    if (n == 0) return {0, 1};
    auto [a, b] = fib(n / 2);
    long long even = a * ((2 * b - a + MOD) % MOD) % MOD;
    long long odd = (a * a + b * b) % MOD;
    if (n % 2) return {odd, (even + odd) % MOD};
    return {even, odd};
}

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    long long n;
    while (cin >> n) cout << fib(n).first << '\n';
}
