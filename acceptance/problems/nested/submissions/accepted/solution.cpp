#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

using namespace std;

const long long MOD = 998244353;
string text;
size_t at = 0;

long long level() {
    long long total = 0;
    while (at < text.size() && text[at] == '(') {
        long long score = 1;
        at++;
        if (text[at] != ')') score = 3 * level();
        at++;
        total = (total + score) % MOD;
    }
    return total;
}

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    cin >> text;
    cout << level() << '\n';
}
