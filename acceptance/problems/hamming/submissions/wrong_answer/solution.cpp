#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

using namespace std;

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    vector<long long> numbers;
    vector<long long> queue{1};
    while (numbers.size() < 5000) {
        pop_heap(queue.begin(), queue.end(), greater<>());
        long long n = queue.back();
        queue.pop_back();
        numbers.push_back(n);
        for (int p : {2, 3, 5}) {
            queue.push_back(n * p);
            push_heap(queue.begin(), queue.end(), greater<>());
        }
    }
    int k;
    while (cin >> k) cout << numbers[k - 1] << '\n';
}
