#include <iomanip>
#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

using namespace std;

double root(double a, double b) {
    const double step = 1e-7;
    long long i = 0;
    for (double x = 0;; x = ++i * step) {
        if (x * x * x + a * x >= b) return x;
    }
}

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int t;
    cin >> t;
    cout << setprecision(12);
    while (t--) {
        double a, b;
        cin >> a >> b;
        cout << root(a, b) << '\n';
    }
}
