#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

using namespace std;

const int FAR = 1000000000;
vector<int> coins;

int fewest(int rest) {
    if (rest == 0) return 0;
    int best = FAR;
    for (int coin : coins) {
        if (coin <= rest) best = min(best, fewest(rest - coin) + 1);
    }
    return best;
}

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int v, c;
    cin >> v >> c;
    coins.resize(c);
    for (int &coin : coins) cin >> coin;
    int answer = fewest(v);
    cout << (answer < FAR ? answer : -1) << '\n';
}
