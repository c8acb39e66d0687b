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
        double low = 0, high = 1001;
        for (int i = 0; i < 20; i++) {
            double mid = (low + high) / 2;
            if (mid * mid * mid + a * mid < b) low = mid;
            else high = mid;
        }
        return low;
    }

    public static void main(String[] args) throws IOException {
        for (int t = nextInt(); t > 0; t--) {
            double a = Double.parseDouble(next()), b = Double.parseDouble(next());
            System.out.println(root(a, b));
        }
    }
}
