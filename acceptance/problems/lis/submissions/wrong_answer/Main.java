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

    public static void main(String[] args) throws IOException {
        int n = nextInt();
        int best = 0;
        int[] tails = new int[n];
        for (int i = 0; i < n; i++) {
            int x = nextInt(), low = 0, high = best;
            while (low < high) {
                int mid = (low + high) / 2;
                if (tails[mid] <= x) low = mid + 1;
                else high = mid;
            }
            tails[low] = x;
            if (low == best) best++;
        }
        System.out.println(best);
    }
}
