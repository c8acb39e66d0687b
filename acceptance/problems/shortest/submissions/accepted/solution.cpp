#include <queue>
#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

using namespace std;

const long long FAR = 1LL << 60;
struct Road { int to; long long length; };

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n, m;
    cin >> n >> m;
    vector<vector<Road>> roads(n + 1);
    vector<long long> best(n + 1, FAR);
    for (int i = 0, a; i < m; i++) {
        Road r;
        cin >> a >> r.to >> r.length;
        roads[a].push_back(r);
    }
    using Entry = pair<long long, int>;
    priority_queue<Entry, vector<Entry>, greater<Entry>> queue;
    best[1] = 0;
    queue.push({0, 1});
    while (!queue.empty()) {
        auto [sum, a] = queue.top();
        queue.pop();
        if (sum > best[a]) continue;
        for (auto &r : roads[a]) {
            if (sum + r.length >= best[r.to]) continue;
            best[r.to] = sum + r.length;
            queue.push({best[r.to], r.to});
        }
    }
    cout << (best[n] < FAR ? best[n] : -1) << '\n';
}
