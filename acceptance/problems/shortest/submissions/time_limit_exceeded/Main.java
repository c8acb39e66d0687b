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

    static final long FAR = 1L << 60;
    static int[] from, to;
    static long[] length, best;
    static boolean[] seen;

    static void walk(int a, long sum) {
        best[a] = Math.min(best[a], sum);
        seen[a] = true;
        for (int i = 0; i < from.length; i++) {
            if (from[i] == a && !seen[to[i]]) walk(to[i], sum + length[i]);
        }
        seen[a] = false;
    }

    public static void main(String[] args) throws IOException {
        int n = nextInt(), m = nextInt();
        from = new int[m];
        to = new int[m];
        length = new long[m];
        for (int i = 0; i < m; i++) {
            from[i] = nextInt();
            to[i] = nextInt();
            length[i] = nextLong();
        }
        best = new long[n + 1];
        Arrays.fill(best, FAR);
        best[1] = 0;
        seen = new boolean[n + 1];
        walk(1, 0);
        System.out.println(best[n] < FAR ? best[n] : -1);
    }
}
