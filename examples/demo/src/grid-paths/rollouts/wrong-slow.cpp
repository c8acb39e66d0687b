#include <iostream>
#include <string>
#include <vector>
using namespace std;

int n, m;
vector<string> g;

long long walk(int r, int c) {
    if (r >= n || c >= m || g[r][c] == '#') return 0;
    if (r == n - 1 && c == m - 1) return 1;
    return (walk(r + 1, c) + walk(r, c + 1)) % 1000000007;
}

int main() {
    cin >> n >> m;
    g.resize(n);
    for (auto &row : g) cin >> row;
    cout << walk(0, 0) << endl;
}
