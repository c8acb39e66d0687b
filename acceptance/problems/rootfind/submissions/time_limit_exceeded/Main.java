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

    static double root(double a, double b) {
        final double step = 1e-7;
        double x = 0;
        for (double i = 1; x * x * x + a * x < b; i++) x = i * step;
        return x;
    }

    public static void main(String[] args) throws IOException {
        for (int t = nextInt(); t > 0; t--) {
            double a = Double.parseDouble(next()), b = Double.parseDouble(next());
            System.out.println(root(a, b));
        }
    }
}
