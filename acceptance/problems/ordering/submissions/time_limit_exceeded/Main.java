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

    static List<List<Integer>> before = new ArrayList<>();

    /** Returns the longest chain that ends in the task, or -1 for a cycle. */
    static int level(int task, int depth) {
        if (depth > before.size()) return -1;
        int best = 0;
        for (int a : before.get(task)) {
            int longest = level(a, depth + 1);
            if (longest < 0) return -1;
            best = Math.max(best, longest + 1);
        }
        return best;
    }

    public static void main(String[] args) throws IOException {
        int n = nextInt(), m = nextInt();
        for (int t = 0; t <= n; t++) before.add(new ArrayList<>());
        for (int i = 0; i < m; i++) {
            int a = nextInt(), b = nextInt();
            before.get(b).add(a);
        }
        List<Integer> order = new ArrayList<>();
        int[] chain = new int[n + 1];
        for (int t = 1; t <= n; t++) {
            chain[t] = level(t, 0);
            if (chain[t] < 0) {
                System.out.println("impossible");
                return;
            }
            order.add(t);
        }
        order.sort(Comparator.comparing(t -> chain[t]));
        StringBuilder out = new StringBuilder();
        for (int t : order) out.append(t).append('\n');
        System.out.print(order.size() < n ? "impossible\n" : out);
    }
}
