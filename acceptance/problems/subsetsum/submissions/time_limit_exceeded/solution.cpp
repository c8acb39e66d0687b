#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

using namespace std;

bool split(const vector<int> &values, size_t i, int difference) {
    if (i == values.size()) return difference == 0;
    return split(values, i + 1, difference + values[i]) || split(values, i + 1, difference - values[i]);
}

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n;
    cin >> n;
    vector<int> values(n);
    for (int &v : values) cin >> v;
    bool fair = split(values, 0, 0);
    cout << (fair ? "YES" : "NO") << '\n';
}
