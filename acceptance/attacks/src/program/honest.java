//: -; pass; control: the right answer
import java.util.Scanner;

public class Main {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        while (in.hasNextLong()) System.out.println(Long.bitCount(in.nextLong()));
    }
}
