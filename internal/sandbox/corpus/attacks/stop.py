if os.fork() == 0:
    while True:
        os.kill(os.getppid(), signal.SIGSTOP)
        time.sleep(0.01)
os.kill(os.getpid(), signal.SIGSTOP)
time.sleep(3600)
