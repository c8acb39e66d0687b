#include <iostream>
#include <string>
#include <vector>

int main() {
    std::string line;
    while (std::cin >> line) {
        std::vector<int> open;
        int bad = 0;
        for (int i = 0; i < (int)line.size() && !bad; i++) {
            switch (line[i]) {
            case '(': case '[': case '{':
                open.push_back(i);
                break;
            case ')': case ']': case '}': {
                char want = line[i] == ')' ? '(' : line[i] == ']' ? '[' : '{';
                if (open.empty() || line[open.back()] != want) bad = i + 1;
                else open.pop_back();
            }
            }
        }
        if (!bad && !open.empty()) bad = open.back() + 1;
        if (bad) std::cout << bad << '\n';
        else std::cout << "ok\n";
    }
}
