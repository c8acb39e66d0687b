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

    static final int FAR = 1000000000;
    static int[] coins;

    public static void main(String[] args) throws IOException {
        int v = nextInt();
        coins = new int[nextInt()];
        for (int i = 0; i < coins.length; i++) coins[i] = nextInt();
        int[] best = new int[v + 1];
        for (int total = 1; total <= v; total++) {
            best[total] = FAR;
            for (int coin : coins) {
                if (coin <= total) best[total] = Math.min(best[total], best[total - coin] + 1);
            }
        }
        int answer = best[v];
        System.out.println(answer < FAR ? answer : -1);
    }
}
