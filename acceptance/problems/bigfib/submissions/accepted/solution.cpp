#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

using namespace std;

// A number in base 10^9, the lowest limb first.
using Number = vector<unsigned>;
const unsigned BASE = 1000000000;

void add(Number &a, const Number &b) {
    unsigned carry = 0;
    for (size_t i = 0; i < b.size() || carry; i++) {
        if (i == a.size()) a.push_back(0);
        a[i] += carry + (i < b.size() ? b[i] : 0);
        carry = a[i] >= BASE;
        if (carry) a[i] -= BASE;
    }
}

string text(const Number &a) {
    string out = to_string(a.back());
    for (size_t i = a.size() - 1; i-- > 0;) {
        string limb = to_string(a[i]);
        out += string(9 - limb.size(), '0') + limb;
    }
    return out;
}

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n;
    while (cin >> n) {
        Number a{0}, b{1};
        for (int i = 0; i < n; i++) {
            add(a, b);
            swap(a, b);
        }
        cout << text(a) << '\n';
    }
}
