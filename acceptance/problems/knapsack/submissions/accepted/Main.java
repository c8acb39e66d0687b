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
        int n = nextInt(), c = nextInt();
        int[] best = new int[c + 1];
        for (int i = 0; i < n; i++) {
            int weight = nextInt(), value = nextInt();
            for (int room = c; room >= weight; room--) {
                best[room] = Math.max(best[room], best[room - weight] + value);
            }
        }
        System.out.println(best[c]);
    }
}
