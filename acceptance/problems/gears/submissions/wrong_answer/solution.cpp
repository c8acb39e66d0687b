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
        int turn = 1;
        for (long long g : gears) turn = turn / gcd(turn, g) * g;
        cout << turn << '\n';
    }
}
