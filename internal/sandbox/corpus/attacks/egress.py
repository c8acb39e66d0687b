# Every way out that a host usually has.
import select


def tcp(host, port, family=socket.AF_INET):
    s = socket.socket(family, socket.SOCK_STREAM)
    s.settimeout(0.5)
    s.connect((host, port))
    return "connected"


port = int(os.environ["BAIT_PORT"])
for host in ("127.0.0.1", "127.0.0.53", "0.0.0.0"):
    fails("host's listener at " + host, lambda: tcp(host, port))
for host, p in (("1.1.1.1", 53), ("8.8.8.8", 443), ("169.254.169.254", 80), ("10.0.0.1", 80), ("172.17.0.1", 80), ("192.168.0.1", 80)):
    fails("tcp %s:%d" % (host, p), lambda: tcp(host, p))
fails("tcp6", lambda: tcp("2606:4700:4700::1111", 53, socket.AF_INET6))
for host in ("1.1.1.1", "8.8.8.8", "127.0.0.53"):
    def query():
        s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        s.settimeout(0.3)
        s.sendto(b"\x12\x34\x01\x00\x00\x01\x00\x00\x00\x00\x00\x00\x07example\x03com\x00\x00\x01\x00\x01", (host, 53))
        return s.recv(512)

    fails("dns at " + host, query)
fails("resolver", lambda: socket.getaddrinfo("example.com", 80))


def abstract():
    s = socket.socket(socket.AF_UNIX)
    s.settimeout(0.5)
    s.connect("\0" + os.environ["BAIT_SOCKET"])
    return "connected"


fails("host's abstract socket", abstract)
for path in ("/var/run/docker.sock", "/run/docker.sock", "/run/containerd/containerd.sock", "/run/systemd/private", "/run/dbus/system_bus_socket"):
    def connect():
        s = socket.socket(socket.AF_UNIX)
        s.connect(path)
        return "connected"

    fails(path, connect)
with open("/proc/net/dev") as f:
    for line in f.read().splitlines()[2:]:
        if not line.split(":")[0].strip().startswith(("lo", "sit0", "tunl0", "ip6tnl0", "gre0", "gretap0", "erspan0", "ip_vti0", "ip6_vti0", "ip6gre0", "teql0")):
            say("escaped", "network device", line.split(":")[0].strip())
done()
