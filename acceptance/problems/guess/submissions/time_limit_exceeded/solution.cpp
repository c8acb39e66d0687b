#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

using namespace std;

int main() {
    long long low = 1, high = 1000000000000000LL;
    string reply;
    do {
        // Walk from both ends until they meet.
        volatile long long mid = low, right = high;
        while (mid < right) {
            mid = mid + 1;
            right = right - 1;
        }
        cout << mid << endl;
        cin >> reply;
        if (reply == "lower") high = mid - 1;
        else low = mid + 1;
    } while (cin && reply != "correct");
}
