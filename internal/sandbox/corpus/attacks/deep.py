# A tree as deep and with names as long as the file system allows.
name = "d" * 255
depth = 0
try:
    for _ in range(3000):
        os.mkdir(name)
        os.chdir(name)
        depth += 1
except OSError as e:
    say("refused", "mkdir", str(e))
say("note", "depth", str(depth))
done()
