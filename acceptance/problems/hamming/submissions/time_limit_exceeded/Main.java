import java.io.*;
import java.util.*;

public class Main {
    static final BufferedReader in = new BufferedReader(new InputStreamReader(System.in));

    static boolean smooth(long n) {
        while (n % 2 == 0) n /= 2;
        while (n % 3 == 0) n /= 3;
        while (n % 5 == 0) n /= 5;
        return n == 1;
    }

    public static void main(String[] args) throws IOException {
        String line;
        while ((line = in.readLine()) != null) {
            long n = 0;
            for (int left = Integer.parseInt(line.trim()); left > 0;) {
                if (smooth(++n)) left--;
            }
            System.out.println(n);
        }
    }
}
