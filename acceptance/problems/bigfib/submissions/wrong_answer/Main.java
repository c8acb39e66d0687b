import java.io.*;
import java.util.*;

public class Main {
    static final BufferedReader in = new BufferedReader(new InputStreamReader(System.in));

    static long fib(int n) {
        long a = 0, b = 1;
        for (int i = 0; i < n; i++) {
            long sum = a + b;
            a = b;
            b = sum;
        }
        return a;
    }

    public static void main(String[] args) throws IOException {
        String line;
        while ((line = in.readLine()) != null) System.out.println(fib(Integer.parseInt(line.trim())));
    }
}
