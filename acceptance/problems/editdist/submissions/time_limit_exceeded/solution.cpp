#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

using namespace std;

string a, b;

int distance(int i, int j) {
    if (i == 0 || j == 0) return i + j;
    int replace = distance(i - 1, j - 1) + (a[i - 1] != b[j - 1]);
    return min({replace, distance(i - 1, j) + 1, distance(i, j - 1) + 1});
}

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    cin >> a >> b;
    cout << distance(a.size(), b.size()) << '\n';
}
