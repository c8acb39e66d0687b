import java.io.*;
import java.util.*;

public class Main {
    static final BufferedReader in = new BufferedReader(new InputStreamReader(System.in));

    static final long MOD = 998244353;

    public static void main(String[] args) throws IOException {
        String text = in.readLine().trim();
        // The virtual machine's stacks are small, so the levels are kept in an array.
        long[] totals = new long[text.length() / 2 + 1];
        int depth = 0;
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == '(') {
                totals[++depth] = 0;
                continue;
            }
            long inner = totals[depth--];
            long score = text.charAt(i - 1) == '(' ? 1 : 2 * inner;
            totals[depth] = (totals[depth] + score) % MOD;
        }
        System.out.println(totals[0]);
    }
}
