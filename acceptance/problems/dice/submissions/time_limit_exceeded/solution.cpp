#include <iomanip>
#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

using namespace std;

double chance(int n, int s, int t) {
    if (n == 0) return t <= 0;
    double sum = 0;
    for (int face = 1; face <= s; face++) sum += chance(n - 1, s, t - face);
    return sum / s;
}

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    cout << setprecision(15);
    int n, s, t;
    while (cin >> n >> s >> t) cout << chance(n, s, t) << '\n';
}
