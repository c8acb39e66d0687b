#include <queue>
#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

using namespace std;

const long long FAR = 1LL << 60;
struct Road { int to; long long length; };
vector<vector<Road>> roads;
vector<long long> best;
vector<bool> seen;

void walk(int a, long long sum) {
    best[a] = min(best[a], sum);
    seen[a] = true;
    for (auto &r : roads[a]) {
        if (!seen[r.to]) walk(r.to, sum + r.length);
    }
    seen[a] = false;
}

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n, m;
    cin >> n >> m;
    roads.resize(n + 1);
    best.assign(n + 1, FAR);
    seen.resize(n + 1);
    for (int i = 0, a; i < m; i++) {
        Road r;
        cin >> a >> r.to >> r.length;
        roads[a].push_back(r);
    }
    walk(1, 0);
    cout << (best[n] < FAR ? best[n] : -1) << '\n';
}
