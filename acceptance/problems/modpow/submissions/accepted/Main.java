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

    static long power(long a, long b, long m) {
        long result = 1 % m;
        a %= m;
        for (; b > 0; b >>= 1) {
            if ((b & 1) == 1) result = result * a % m;
            a = a * a % m;
        }
        return result;
    }

    public static void main(String[] args) throws IOException {
        StringBuilder out = new StringBuilder();
        for (int t = nextInt(); t > 0; t--) {
            long a = nextLong(), b = nextLong(), m = nextLong();
            out.append(power(a, b, m)).append('\n');
        }
        System.out.print(out);
    }
}
