import select

held = []
makers = {
    "pipe": os.pipe, "socketpair": socket.socketpair, "epoll": select.epoll, "file": lambda: open("/dev/null"),
    "memfd": lambda: os.memfd_create("m"),
}
n = 0
for name, make in makers.items():
    try:
        while n < 20000:
            held.append(make())
            n += 1
        say("escaped", "20000 descriptors")
    except OSError as e:
        say("refused", name, str(e))
os.write(1, b"done\n")
os._exit(0)
