#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

using namespace std;

int n, m;
vector<vector<int>> before;

int level(int task, int depth) {
    if (depth > n) return -1;
    int best = 0;
    for (int a : before[task]) {
        int longest = level(a, depth + 1);
        if (longest < 0) return -1;
        best = max(best, longest + 1);
    }
    return best;
}

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    cin >> n >> m;
    before.resize(n + 1);
    for (int i = 0, a, b; i < m; i++) {
        cin >> a >> b;
        before[b].push_back(a);
    }
    vector<int> order;
    vector<int> chain(n + 1, 0);
    for (int t = 1; t <= n; t++) {
        order.push_back(t);
        chain[t] = level(t, 0);
        if (chain[t] < 0) {
            cout << "impossible\n";
            return 0;
        }
    }
    stable_sort(order.begin(), order.end(), [&](int a, int b) { return chain[a] < chain[b]; });
    if ((int)order.size() < n) {
        cout << "impossible\n";
        return 0;
    }
    for (int t : order) cout << t << ' ';
    cout << '\n';
}
