import java.io.*;
import java.util.*;

public class Main {
    static final BufferedReader in = new BufferedReader(new InputStreamReader(System.in));

    public static void main(String[] args) throws IOException {
        long[] numbers = new long[5000];
        numbers[0] = 1;
        int i = 0, j = 0, k = 0;
        for (int count = 1; count < 5000; count++) {
            long two = numbers[i] * 2, three = numbers[j] * 3, five = numbers[k] * 5;
            long n = Math.min(two, Math.min(three, five));
            numbers[count] = n;
            if (n == two) i++;
            else if (n == three) j++;
            else k++;
        }
        String line;
        while ((line = in.readLine()) != null) {
            System.out.println(numbers[Integer.parseInt(line.trim()) - 1]);
        }
    }
}
