import java.io.*;
import java.math.*;
import java.util.*;

public class Main {
    static final BufferedReader in = new BufferedReader(new InputStreamReader(System.in));

    static BigInteger fib(int n) {
        return n < 2 ? BigInteger.valueOf(n) : fib(n - 1).add(fib(n - 2));
    }

    public static void main(String[] args) throws IOException {
        String line;
        while ((line = in.readLine()) != null) System.out.println(fib(Integer.parseInt(line.trim())));
    }
}
