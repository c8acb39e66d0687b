//: B16; fail; keeps the compiler busy
template <int N, int M>
struct Bomb {
    static const unsigned long long value = Bomb<N - 1, M * 2>::value + Bomb<N - 1, M * 2 + 1>::value;
};
template <int M>
struct Bomb<0, M> {
    static const unsigned long long value = M;
};

int main() { return Bomb<26, 1>::value != 0; }
