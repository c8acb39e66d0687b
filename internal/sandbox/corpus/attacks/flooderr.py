line = b"a" * 65536
while True:
    os.write(2, line)
