#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

using namespace std;

struct Fenwick {
    vector<int> tree;
    explicit Fenwick(int n) : tree(n + 1) {}
    void add(int v, long long amount) {
        for (; v < (int)tree.size(); v += v & -v) tree[v] += amount;
    }
    long long below(int v) {
        long long total = 0;
        for (v--; v > 0; v &= v - 1) total += tree[v];
        return total;
    }
};

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n;
    cin >> n;
    int answer = 0;
    Fenwick ones(n), pairs(n);
    for (int i = 0, v; i < n; i++) {
        cin >> v;
        answer += pairs.below(v);
        pairs.add(v, ones.below(v));
        ones.add(v, 1);
    }
    cout << answer << '\n';
}
