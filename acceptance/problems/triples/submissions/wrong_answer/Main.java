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

    static long below(long[] tree, int v) {
        long total = 0;
        for (v--; v > 0; v &= v - 1) total += tree[v];
        return total;
    }

    static void add(long[] tree, int v, long amount) {
        for (; v < tree.length; v += v & -v) tree[v] += amount;
    }

    public static void main(String[] args) throws IOException {
        int n = nextInt();
        int answer = 0;
        long[] ones = new long[n + 1], pairs = new long[n + 1];
        for (int i = 0; i < n; i++) {
            int v = nextInt();
            answer += below(pairs, v);
            add(pairs, v, below(ones, v));
            add(ones, v, 1);
        }
        System.out.println(answer);
    }
}
