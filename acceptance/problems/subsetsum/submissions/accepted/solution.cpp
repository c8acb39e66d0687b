#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n;
    cin >> n;
    vector<int> values(n);
    for (int &v : values) cin >> v;
    int total = 0;
    vector<bool> reach(120001);
    reach[0] = true;
    for (int v : values) {
        total += v;
        for (int s = total; s >= v; s--) {
            if (reach[s - v]) reach[s] = true;
        }
    }
    bool fair = total % 2 == 0 && reach[total / 2];
    cout << (fair ? "YES" : "NO") << '\n';
}
