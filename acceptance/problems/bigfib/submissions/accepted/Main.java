import java.io.*;
import java.math.*;
import java.util.*;

public class Main {
    static final BufferedReader in = new BufferedReader(new InputStreamReader(System.in));

    static BigInteger fib(int n) {
        BigInteger a = BigInteger.ZERO, b = BigInteger.ONE;
        for (int i = 0; i < n; i++) {
            BigInteger sum = a.add(b);
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
