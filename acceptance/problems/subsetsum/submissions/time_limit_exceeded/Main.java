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

    static boolean split(int[] values, int i, int difference) {
        if (i == values.length) return difference == 0;
        return split(values, i + 1, difference + values[i]) || split(values, i + 1, difference - values[i]);
    }

    public static void main(String[] args) throws IOException {
        int[] values = new int[nextInt()];
        for (int i = 0; i < values.length; i++) values[i] = nextInt();
        boolean fair = split(values, 0, 0);
        System.out.println(fair ? "yes" : "no");
    }
}
