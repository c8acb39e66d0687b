#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

using namespace std;

int main() {
    long long low = 1, high = 1000000000000000LL;
    string reply;
    do {
        long long mid = low + (high - low) / 2;
        cout << mid << endl;
        cin >> reply;
        if (reply == "lower") high = mid - 1;
        else low = mid + 1;
    } while (cin && reply != "correct");
}
