#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n;
    long long k, at = 0;
    cin >> n >> k;
    vector<int> circle(n);
    for (int i = 0; i < n; i++) circle[i] = i + 1;
    while (!circle.empty()) {
        if (at == (long long)circle.size()) at = 0;
        for (long long i = 1; i < k; i++) {
            at++;
            if (at == (long long)circle.size()) at = 0;
        }
        cout << circle[at] << '\n';
        circle.erase(circle.begin() + at);
    }
}
