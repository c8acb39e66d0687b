import threading

threading.stack_size(65536)
stop = threading.Event()
n = 0
try:
    while n < 2000:
        threading.Thread(target=stop.wait, daemon=True).start()
        n += 1
    say("escaped", "2000 threads")
except RuntimeError:
    say("refused", "thread", str(n))
done()
os._exit(0)
