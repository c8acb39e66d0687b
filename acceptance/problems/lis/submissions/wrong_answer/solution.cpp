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
    vector<int> tails;
    for (int i = 0, x; i < n; i++) {
        cin >> x;
        auto at = upper_bound(tails.begin(), tails.end(), x);
        if (at == tails.end()) tails.push_back(x);
        else *at = x;
    }
    cout << tails.size() << '\n';
}
