#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    string a, b;
    cin >> a >> b;
    vector<int> row(b.size() + 1);
    for (size_t j = 0; j < row.size(); j++) row[j] = j;
    for (char x : a) {
        int corner = row[0]++;
        for (size_t j = 1; j < row.size(); j++) {
            int replace = corner + (x != b[j - 1]);
            corner = row[j];
            row[j] = min({replace, row[j] + 1, row[j - 1] + 1});
        }
    }
    cout << row.back() << '\n';
}
