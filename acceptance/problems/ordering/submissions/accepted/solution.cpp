#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n, m;
    cin >> n >> m;
    vector<vector<int>> after(n + 1);
    vector<int> degree(n + 1, 0);
    for (int i = 0, a, b; i < m; i++) {
        cin >> a >> b;
        after[a].push_back(b);
        degree[b]++;
    }
    vector<int> order;
    for (int t = 1; t <= n; t++) {
        if (degree[t] == 0) order.push_back(t);
    }
    for (size_t head = 0; head < order.size(); head++) {
        for (int b : after[order[head]]) {
            if (--degree[b] == 0) order.push_back(b);
        }
    }
    if ((int)order.size() < n) {
        cout << "impossible\n";
        return 0;
    }
    for (int t : order) cout << t << ' ';
    cout << '\n';
}
