#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n, c;
    cin >> n >> c;
    vector<int> best(c + 1, 0);
    for (int i = 0, weight, value; i < n; i++) {
        cin >> weight >> value;
        for (int room = c; room >= weight; room--) best[room] = max(best[room], best[room - weight] + value);
    }
    cout << best[c] << '\n';
}
