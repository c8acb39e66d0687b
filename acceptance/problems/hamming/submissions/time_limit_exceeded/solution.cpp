#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

using namespace std;

bool smooth(long long n) {
    for (int p : {2, 3, 5}) {
        while (n % p == 0) n /= p;
    }
    return n == 1;
}

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int k;
    while (cin >> k) {
        long long n = 0;
        while (k > 0) k -= smooth(++n);
        cout << n << '\n';
    }
}
