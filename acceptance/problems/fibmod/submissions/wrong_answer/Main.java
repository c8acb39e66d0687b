import java.io.*;
import java.util.*;

public class Main {
    static final BufferedReader in = new BufferedReader(new InputStreamReader(System.in));

    static final long MOD = 1000000007;

    /** Returns F(n) and F(n + 1). */
    static long[] fib(long n) {
        if (n == 0) {
            return new long[] {1, 1};
        }
        long[] half = fib(n / 2);
        long a = half[0], b = half[1];
        long even = a * ((2 * b - a + MOD) % MOD) % MOD;
        long odd = (a * a + b * b) % MOD;
        return n % 2 == 1 ? new long[] {odd, (even + odd) % MOD} : new long[] {even, odd};
    }

    public static void main(String[] args) throws IOException {
        String line;
        while ((line = in.readLine()) != null) {
            System.out.println(fib(Long.parseLong(line.trim()))[0]);
        }
    }
}
