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

    static int fewest(int rest) {
        if (rest == 0) return 0;
        int best = FAR;
        for (int coin : coins) {
            if (coin <= rest) best = Math.min(best, fewest(rest - coin) + 1);
        }
        return best;
    }

    public static void main(String[] args) throws IOException {
        int v = nextInt();
        coins = new int[nextInt()];
        for (int i = 0; i < coins.length; i++) coins[i] = nextInt();
        int answer = fewest(v);
        System.out.println(answer < FAR ? answer : -1);
    }
}
