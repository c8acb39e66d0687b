# The parent hands in an output and ends; a child rewrites it before grading.
os.mkdir("out")
with open("out/answer", "w") as f:
    f.write("handed in\n")
if os.fork() == 0:
    os.setsid()
    for _ in range(200):
        time.sleep(0.002)
    while True:
        with open("out/answer", "w") as f:
            f.write("rewritten\n")
done()
