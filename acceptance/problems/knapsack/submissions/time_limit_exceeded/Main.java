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

    static int n;
    static int[] weight, value;

    static int most(int i, int room) {
        if (i == n) return 0;
        int best = most(i + 1, room);
        if (weight[i] <= room) best = Math.max(best, value[i] + most(i + 1, room - weight[i]));
        return best;
    }

    public static void main(String[] args) throws IOException {
        n = nextInt();
        int c = nextInt();
        weight = new int[n];
        value = new int[n];
        for (int i = 0; i < n; i++) {
            weight[i] = nextInt();
            value[i] = nextInt();
        }
        System.out.println(most(0, c));
    }
}
