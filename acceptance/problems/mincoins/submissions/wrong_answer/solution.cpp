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
    sort(coins.rbegin(), coins.rend());
    int answer = 0;
    for (int coin : coins) {
        answer += v / coin;
        v %= coin;
    }
    if (v > 0) answer = FAR;
    cout << (answer < FAR ? answer : -1) << '\n';
}
