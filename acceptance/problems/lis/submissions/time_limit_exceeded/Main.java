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

    static int[] values;

    static int endingAt(int i) {
        int best = 1;
        for (int j = 0; j < i; j++) {
            if (values[j] < values[i]) best = Math.max(best, endingAt(j) + 1);
        }
        return best;
    }

    public static void main(String[] args) throws IOException {
        int n = nextInt();
        int best = 0;
        values = new int[n];
        for (int i = 0; i < n; i++) values[i] = nextInt();
        for (int i = 0; i < n; i++) best = Math.max(best, endingAt(i));
        System.out.println(best);
    }
}
