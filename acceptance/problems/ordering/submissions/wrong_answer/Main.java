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
        int[] degree = new int[n + 1];
        for (int i = 0; i < m; i++) {
            int a = nextInt(), b = nextInt();
            degree[b]++;
        }
        List<Integer> order = new ArrayList<>();
        for (int t = 1; t <= n; t++) order.add(t);
        order.sort(Comparator.comparing(t -> degree[t]));
        if (degree[order.get(0)] > 0) order.clear();
        StringBuilder out = new StringBuilder();
        for (int t : order) out.append(t).append('\n');
        System.out.print(order.size() < n ? "impossible\n" : out);
    }
}
