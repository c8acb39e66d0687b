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
        Arrays.sort(values);
        int left = 0, right = 0;
        for (int i = values.length - 1; i >= 0; i--) {
            if (left <= right) left += values[i];
            else right += values[i];
        }
        boolean fair = left == right;
        System.out.println(fair ? "yes" : "no");
    }
}
