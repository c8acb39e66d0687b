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
        for (long n = Math.max(a, 2); n <= b; n++) {
            long d = 2;
            while (d < n && n % d != 0) d++;
            if (d == n) out.append(n).append('\n');
        }
        System.out.print(out);
    }
}
