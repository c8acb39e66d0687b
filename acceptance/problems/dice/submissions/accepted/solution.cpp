#include <iomanip>
#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

using namespace std;

double chance(int n, int s, int t) {
    vector<double> p{1};
    for (int die = 0; die < n; die++) {
        vector<double> rolled(p.size() + s, 0);
        for (size_t sum = 0; sum < p.size(); sum++) {
            for (int face = 1; face <= s; face++) rolled[sum + face] += p[sum] / s;
        }
        p = rolled;
    }
    double total = 0;
    for (int sum = t; sum <= n * s; sum++) total += p[sum];
    return total;
}

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    cout << setprecision(15);
    int n, s, t;
    while (cin >> n >> s >> t) cout << chance(n, s, t) << '\n';
}
