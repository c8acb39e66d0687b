import java.io.*;
import java.util.*;

public class Main {
    static final BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
    static StringTokenizer tokens = new StringTokenizer("");

    static String next() throws IOException {
        while (!tokens.hasMoreTokens()) tokens = new StringTokenizer(in.readLine());
        return tokens.nextToken();
    }

    static int nextInt() throws IOException {
        return Integer.parseInt(next());
    }

    static long nextLong() throws IOException {
        return Long.parseLong(next());
    }

    static long root(long a, long p) {
        long x = 1, base = a;
        for (long e = (p + 1) / 4; e > 0; e >>= 1) {
            if ((e & 1) == 1) x = x * base % p;
            base = base * base % p;
        }
        return x * x % p == a ? x : -1;
    }

    public static void main(String[] args) throws IOException {
        for (int t = nextInt(); t > 0; t--) System.out.println(root(nextLong(), nextLong()));
    }
}
