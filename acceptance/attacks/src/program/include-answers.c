//: D32; fail; includes files of the machine at compile time
#include <stdio.h>
#if __has_include("/box/answer") || __has_include("../secret/1.ans")
#include "/box/answer"
#endif
__asm__(".section .rodata\n.global stolen\nstolen: .incbin \"/etc/passwd\"\n.byte 0\n");
extern const char stolen[];

int main(void) {
    puts(stolen);
    return 0;
}
