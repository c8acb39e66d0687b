import java.io.*;
import java.util.*;

public class Main {
    static final BufferedReader in = new BufferedReader(new InputStreamReader(System.in));

    static long gcd(long a, long b) {
        return b == 0 ? a : gcd(b, a % b);
    }

    public static void main(String[] args) throws IOException {
        String line;
        while ((line = in.readLine()) != null) {
            long[] gears = Arrays.stream(line.trim().split(" ")).mapToLong(Long::parseLong).toArray();
            long turn = 1;
            for (long g : gears) turn = turn / gcd(turn, g) * g;
            System.out.println(turn);
        }
    }
}
