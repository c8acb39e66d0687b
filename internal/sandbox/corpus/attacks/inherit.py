# The parent ends at once; its child keeps the pipe and floods it.
if os.fork() == 0:
    os.setsid()
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    while True:
        try:
            os.write(1, b"late\n" * 100)
        except OSError:
            pass
        time.sleep(0.001)
time.sleep(0.02)
