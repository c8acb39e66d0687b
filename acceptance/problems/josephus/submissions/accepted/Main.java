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

    public static void main(String[] args) throws IOException {
        int n = nextInt();
        long k = nextLong();
        int[] circle = new int[n];
        for (int i = 0; i < n; i++) circle[i] = i + 1;
        StringBuilder out = new StringBuilder();
        int at = 0;
        for (; n > 0; n--) {
            at = (int) ((at + k - 1) % n);
            out.append(circle[at]).append('\n');
            System.arraycopy(circle, at + 1, circle, at, n - at - 1);
        }
        System.out.print(out);
    }
}
