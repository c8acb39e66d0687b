# Double-forked daemons in sessions of their own: nothing may outlive the run.
for i in range(8):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            signal.signal(signal.SIGHUP, signal.SIG_IGN)
            while True:
                try:
                    with open("/tmp/daemon-%d" % i, "a") as f:
                        f.write("alive\n")
                    with open("daemon-%d" % i, "a") as f:
                        f.write("alive\n")
                except OSError:
                    pass
                time.sleep(0.01)
        os._exit(0)
time.sleep(0.05)
done()
