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
        if (n == 0) return t <= 0 ? 1 : 0;
        double sum = 0;
        for (int face = 1; face <= s; face++) sum += chance(n - 1, s, t - face);
        return sum / s;
    }

    public static void main(String[] args) throws IOException {
        String line;
        while ((line = in.readLine()) != null) {
            tokens = new StringTokenizer(line);
            System.out.println(chance(nextInt(), nextInt(), nextInt()));
        }
    }
}
