import java.io.*;
import java.util.*;

public class Main {
    static final BufferedReader in = new BufferedReader(new InputStreamReader(System.in));

    static final long MOD = 1000000007;

    /** Returns F(n) and F(n + 1). */
    static long[] fib(long n) {
        long a = 0, b = 1;
        for (long i = 0; i < n; i++) {
            long sum = (a + b) % MOD;
            a = b;
            b = sum;
        }
        return new long[] {a, b};
    }

    public static void main(String[] args) throws IOException {
        String line;
        while ((line = in.readLine()) != null) {
            System.out.println(fib(Long.parseLong(line.trim()))[0]);
        }
    }
}
