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
        int[] values = new int[nextInt()];
        for (int i = 0; i < values.length; i++) values[i] = nextInt();
        BitSet reach = new BitSet();
        reach.set(0);
        int total = 0;
        for (int v : values) {
            total += v;
            for (int s = total; s >= v; s--) {
                if (reach.get(s - v)) reach.set(s);
            }
        }
        boolean fair = total % 2 == 0 && reach.get(total / 2);
        System.out.println(fair ? "yes" : "no");
    }
}
