#include <set>
#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    vector<long long> numbers;
    set<long long> queue{1};
    while (numbers.size() < 5000) {
        long long n = *queue.begin();
        queue.erase(queue.begin());
        numbers.push_back(n);
        for (int p : {2, 3, 5}) queue.insert(n * p);
    }
    int k;
    while (cin >> k) cout << numbers[k - 1] << '\n';
}
