import java.io.*;
import java.util.*;

public class Main {
    static final BufferedReader in = new BufferedReader(new InputStreamReader(System.in));

    static boolean upright(long turn, long[] gears) {
        for (long g : gears) {
            if (turn % g != 0) return false;
        }
        return true;
    }

    public static void main(String[] args) throws IOException {
        String line;
        while ((line = in.readLine()) != null) {
            long[] gears = Arrays.stream(line.trim().split(" ")).mapToLong(Long::parseLong).toArray();
            long turn = 1;
            while (!upright(turn, gears)) turn++;
            System.out.println(turn);
        }
    }
}
