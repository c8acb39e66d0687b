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
    queue<int> queue;
    best[1] = 0;
    queue.push(1);
    while (!queue.empty()) {
        int a = queue.front();
        queue.pop();
        for (auto &r : roads[a]) {
            if (best[r.to] < FAR) continue;
            best[r.to] = best[a] + r.length;
            queue.push(r.to);
        }
    }
    cout << (best[n] < FAR ? best[n] : -1) << '\n';
}
