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
    sort(values.rbegin(), values.rend());
    int left = 0, right = 0;
    for (int v : values) (left <= right ? left : right) += v;
    bool fair = left == right;
    cout << (fair ? "YES" : "NO") << '\n';
}
