# A daemon that holds ports and names for the next run to stumble over.
if os.fork() == 0:
    os.setsid()
    held = []
    for port in (47811, 47812, 8080):
        for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM):
            try:
                s = socket.socket(socket.AF_INET, kind)
                s.bind(("0.0.0.0", port))
                if kind == socket.SOCK_STREAM:
                    s.listen()
                held.append(s)
            except OSError:
                pass
    s = socket.socket(socket.AF_UNIX)
    s.bind("\0steelyard-corpus-squat")
    s.listen()
    time.sleep(3600)
time.sleep(0.1)
done()
