# Leaves things everywhere for the next run.
made = 0
for d in ("/tmp", "/dev/shm", "/var/tmp", os.environ.get("HOME", "/"), os.getcwd(), "/run", "/box", "/"):
    for n in ("planted", ".planted", "sitecustomize.py", "conftest.py"):
        try:
            with open(os.path.join(d, n), "w") as f:
                f.write("raise SystemExit('planted')\n")
            os.chmod(os.path.join(d, n), 0o4777)
            made += 1
        except OSError:
            pass
for key in range(0x5EED, 0x5EED + 4):
    say("note", "shared memory", str(libc.shmget(key, 4096, 0o1666)))
    libc.semget(key, 1, 0o1666)
    libc.msgget(key, 0o1666)
say("note", "queue", str(libc.mq_open(b"/planted", os.O_CREAT | os.O_RDWR, 0o666, None)))
libc.sem_open(b"/planted", os.O_CREAT, 0o666, 1)
say("note", "planted", str(made))
done()
