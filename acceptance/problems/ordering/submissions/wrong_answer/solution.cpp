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
    vector<int> degree(n + 1, 0);
    for (int i = 0, a, b; i < m; i++) {
        cin >> a >> b;
        degree[b]++;
    }
    vector<int> order;
    for (int t = 1; t <= n; t++) order.push_back(t);
    stable_sort(order.begin(), order.end(), [&](int a, int b) { return degree[a] < degree[b]; });
    if (degree[order[0]] > 0) order.clear();
    if ((int)order.size() < n) {
        cout << "impossible\n";
        return 0;
    }
    for (int t : order) cout << t << ' ';
    cout << '\n';
}
