import java.io.*;
import java.util.*;

public class Main {
    static final BufferedReader in = new BufferedReader(new InputStreamReader(System.in));

    public static void main(String[] args) throws IOException {
        long low = 1, high = 1000000000000000L;
        while (true) {
            long mid = low + (high - low) / 10;
            System.out.println(mid);
            System.out.flush();
            String reply = in.readLine();
            if (reply == null || reply.equals("correct")) break;
            if (reply.equals("lower")) high = mid - 1;
            else low = mid + 1;
        }
    }
}
