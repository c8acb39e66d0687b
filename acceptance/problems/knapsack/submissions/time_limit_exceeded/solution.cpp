#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

using namespace std;

struct Item { int weight, value; };
vector<Item> items;

int most(size_t i, int room) {
    if (i == items.size()) return 0;
    int best = most(i + 1, room);
    if (items[i].weight <= room) best = max(best, items[i].value + most(i + 1, room - items[i].weight));
    return best;
}

int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n, c;
    cin >> n >> c;
    items.resize(n);
    for (auto &item : items) cin >> item.weight >> item.value;
    cout << most(0, c) << '\n';
}
