// Accepts either square root. Testlib's contract: check INPUT OUTPUT ANSWER exits
// with 0 to accept, 1 to reject, 2 for output that cannot be read as asked, and 3
// when the judge's own answer is at fault. Called the Kattis way, with a feedback
// folder as third argument and the output on standard input, it exits with 42 or 43.
#include <sys/stat.h>

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>

namespace {

enum Verdict { kAccepted = 0, kWrong = 1, kPresentation = 2, kJudgeFault = 3 };

// Reads one whole number below 2^31, or -1.
bool ReadNumber(std::istream &in, long long *value) {
    std::string word;
    if (!(in >> word) || word.empty() || word.size() > 10) return false;
    if (word == "-1") {
        *value = -1;
        return true;
    }
    for (char c : word) {
        if (c < '0' || c > '9') return false;
    }
    *value = std::atoll(word.c_str());
    return true;
}

bool IsRoot(long long x, long long a, long long p) { return x >= 0 && x < p && x * x % p == a; }

Verdict Judge(std::istream &input, std::istream &output, std::istream &answer) {
    long long t, a, p;
    if (!(input >> t)) return kJudgeFault;
    while (t-- > 0) {
        long long theirs, ours;
        if (!(input >> a >> p) || !ReadNumber(answer, &ours)) return kJudgeFault;
        if (ours != -1 && !IsRoot(ours, a, p)) return kJudgeFault;
        if (!ReadNumber(output, &theirs)) return kPresentation;
        if (ours == -1 && IsRoot(theirs, a, p)) return kJudgeFault;
        if (theirs == -1 ? ours != -1 : !IsRoot(theirs, a, p)) return kWrong;
    }
    std::string rest;
    return output >> rest ? kPresentation : kAccepted;
}

}  // namespace

int main(int argc, char **argv) {
    if (argc < 4) {
        std::cerr << "usage: check input output answer\n";
        return kJudgeFault;
    }
    std::ifstream input(argv[1]);
    struct stat info;
    bool kattis = stat(argv[3], &info) == 0 && S_ISDIR(info.st_mode);
    if (kattis) {
        std::ifstream answer(argv[2]);
        Verdict verdict = Judge(input, std::cin, answer);
        if (verdict == kJudgeFault) return kJudgeFault;
        return verdict == kAccepted ? 42 : 43;
    }
    std::ifstream output(argv[2]), answer(argv[3]);
    return Judge(input, output, answer);
}
