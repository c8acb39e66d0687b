"""Answers guesses (Kattis contract for interactive problems).

Called as: interact.py INPUT ANSWER FEEDBACK_DIR, with the guesses on standard input
and the replies on standard output; exits with 42 to accept and with 43 to reject.
"""

import os
import sys

LARGEST, TRIES = 10**15, 60


def reject(why):
    with open(os.path.join(sys.argv[3], "judgemessage.txt"), "w") as f:
        f.write(why + "\n")
    sys.exit(43)


def reply(word):
    try:
        sys.stdout.write(word + "\n")
        sys.stdout.flush()
    except BrokenPipeError:
        # The other side has gone; what it has said so far still decides.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def main():
    with open(sys.argv[1]) as f:
        chosen = int(f.read())
    for tries in range(TRIES):
        line = sys.stdin.buffer.readline(100)
        if not line:
            reject(f"no guess after {tries}")
        word = line.strip()
        if not word.isdigit() or len(word) > 16 or not 1 <= int(word) <= LARGEST:
            reject(f"no guess: {word[:40]!r}")
        guess = int(word)
        if guess == chosen:
            reply("correct")
            if sys.stdin.buffer.readline(100).strip():
                reject("it goes on after the right guess")
            sys.exit(42)
        reply("lower" if chosen < guess else "higher")
    reject(f"not found in {TRIES} guesses")


main()
