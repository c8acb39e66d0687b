//: C31; fail; leaves from a static initialiser
public class Main {
    static {
        System.out.println("OK");
        Runtime.getRuntime().halt(0);
    }

    public static void main(String[] args) {}
}
