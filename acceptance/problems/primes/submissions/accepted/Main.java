import java.io.*;
import java.util.*;

public class Main {
    static final BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
    static StringTokenizer tokens = new StringTokenizer("");

    static String next() throws IOException {
        while (!tokens.hasMoreTokens()) tokens = new StringTokenizer(in.readLine());
        return tokens.nextToken();
    }

    static long nextLong() throws IOException {
        return Long.parseLong(next());
    }

    public static void main(String[] args) throws IOException {
        long a = nextLong(), b = nextLong();
        StringBuilder out = new StringBuilder();
        boolean[] composite = new boolean[1000003];
        boolean[] hit = new boolean[(int) (b - a) + 1];
        for (long p = 2; p * p <= b; p++) {
            if (composite[(int) p]) continue;
            for (long m = p * p; m < composite.length; m += p) composite[(int) m] = true;
            for (long m = Math.max(p * p, (a + p - 1) / p * p); m <= b; m += p) hit[(int) (m - a)] = true;
        }
        for (long n = Math.max(a, 2); n <= b; n++) {
            if (!hit[(int) (n - a)]) out.append(n).append('\n');
        }
        System.out.print(out);
    }
}
