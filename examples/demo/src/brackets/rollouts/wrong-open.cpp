#include <iostream>
#include <stack>
#include <string>

int main() {
    std::string s;
    while (std::cin >> s) {
        std::stack<char> st;
        size_t i = 0;
        for (; i < s.size(); i++) {
            char c = s[i];
            if (c == '(') st.push(')');
            else if (c == '[') st.push(']');
            else if (c == '{') st.push('}');
            else if (c == ')' || c == ']' || c == '}') {
                if (st.empty() || st.top() != c) break;
                st.pop();
            }
        }
        if (i == s.size() && st.empty()) std::cout << "ok" << std::endl;
        else std::cout << (i < s.size() ? i + 1 : s.size()) << std::endl;
    }
}
