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
        // Two rounds over all roads.
        for (int i = 0; i < 2 * m; i++) {
            int r = i % m;
            best[to[r]] = Math.min(best[to[r]], best[from[r]] + length[r]);
        }
        System.out.println(best[n] < FAR ? best[n] : -1);
    }
}
