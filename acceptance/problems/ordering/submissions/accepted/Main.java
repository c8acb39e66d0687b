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
        int n = nextInt(), m = nextInt();
        List<List<Integer>> after = new ArrayList<>();
        int[] degree = new int[n + 1];
        for (int t = 0; t <= n; t++) after.add(new ArrayList<>());
        for (int i = 0; i < m; i++) {
            int a = nextInt(), b = nextInt();
            after.get(a).add(b);
            degree[b]++;
        }
        List<Integer> order = new ArrayList<>();
        for (int t = 1; t <= n; t++) {
            if (degree[t] == 0) order.add(t);
        }
        for (int head = 0; head < order.size(); head++) {
            for (int b : after.get(order.get(head))) {
                if (--degree[b] == 0) order.add(b);
            }
        }
        StringBuilder out = new StringBuilder();
        for (int t : order) out.append(t).append('\n');
        System.out.print(order.size() < n ? "impossible\n" : out);
    }
}
