#include <iomanip>
#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

using namespace std;

double root(double a, double b) {
    double low = 0, high = 1001;
    for (int i = 0; i < 20; i++) {
        double mid = (low + high) / 2;
        (mid * mid * mid + a * mid < b ? low : high) = mid;
    }
    return low;
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
