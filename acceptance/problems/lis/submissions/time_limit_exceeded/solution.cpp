#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

using namespace std;

vector<int> values;

int endingAt(int i) {
    int best = 1;
    for (int j = 0; j < i; j++) {
        if (values[j] < values[i]) best = max(best, endingAt(j) + 1);
    }
    return best;
}

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n;
    cin >> n;
    values.resize(n);
    for (int &x : values) cin >> x;
    int best = 0;
    for (int i = 0; i < n; i++) best = max(best, endingAt(i));
    cout << best << '\n';
}
