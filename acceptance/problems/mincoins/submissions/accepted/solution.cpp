#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

using namespace std;

const int FAR = 1000000000;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int v, c;
    cin >> v >> c;
    vector<int> coins(c);
    for (int &coin : coins) cin >> coin;
    vector<int> best(v + 1, FAR);
    best[0] = 0;
    for (int coin : coins) {
        for (int total = coin; total <= v; total++) best[total] = min(best[total], best[total - coin] + 1);
    }
    int answer = best[v];
    cout << (answer < FAR ? answer : -1) << '\n';
}
