import sys

count = 0
while True:
    sys.stdout.write(f"{count % 9} {count % 101}\n" * 10000)
    count += 1
