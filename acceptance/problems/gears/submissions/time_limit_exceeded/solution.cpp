#include <numeric>
#include <sstream>
#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    string line;
    while (getline(cin, line)) {
        istringstream words(line);
        vector<long long> gears;
        for (long long g; words >> g;) gears.push_back(g);
        long long turn = 1;
        while (any_of(gears.begin(), gears.end(), [&](long long g) { return turn % g != 0; })) turn++;
        cout << turn << '\n';
    }
}
