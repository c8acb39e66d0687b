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

    static double chance(int n, int s, int t) {
        double[] p = {1};
        for (int die = 0; die < n; die++) {
            double[] rolled = new double[p.length + s];
            for (int sum = 0; sum < p.length; sum++) {
                for (int face = 1; face <= s; face++) rolled[sum + face] += p[sum] / s;
            }
            p = rolled;
        }
        double total = 0;
        for (int sum = t; sum <= n * s; sum++) total += p[sum];
        return total;
    }

    public static void main(String[] args) throws IOException {
        String line;
        while ((line = in.readLine()) != null) {
            tokens = new StringTokenizer(line);
            System.out.println(chance(nextInt(), nextInt(), nextInt()));
        }
    }
}
