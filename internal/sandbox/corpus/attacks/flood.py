line = b"a" * 65536
while True:
    os.write(1, line)
