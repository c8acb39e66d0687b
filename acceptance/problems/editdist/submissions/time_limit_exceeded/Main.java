import java.io.*;
import java.util.*;

public class Main {
    static final BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
    static StringTokenizer tokens = new StringTokenizer("");

    static String next() throws IOException {
        while (!tokens.hasMoreTokens()) tokens = new StringTokenizer(in.readLine());
        return tokens.nextToken();
    }

    static String a, b;

    static int distance(int i, int j) {
        if (i == 0 || j == 0) return i + j;
        int replace = distance(i - 1, j - 1) + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        return Math.min(replace, Math.min(distance(i - 1, j), distance(i, j - 1)) + 1);
    }

    public static void main(String[] args) throws IOException {
        a = next();
        b = next();
        System.out.println(distance(a.length(), b.length()));
    }
}
