import mmap

children = []
for _ in range(12):
    pid = os.fork()
    if pid == 0:
        m = mmap.mmap(-1, 32 << 20)
        for i in range(0, 32 << 20, 4096):
            m[i] = 1
        time.sleep(1)
        os._exit(0)
    children.append(pid)
alive = 0
for pid in children:
    _, status = os.waitpid(pid, 0)
    alive += status == 0
if alive == len(children):
    say("escaped", "384 MiB held by %d processes" % alive)
done()
