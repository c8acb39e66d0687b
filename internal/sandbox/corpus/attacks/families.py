for name, family, kind, proto in (
    ("packet", 17, 3, 0), ("vsock", 40, 1, 0), ("alg", 38, 5, 0), ("bluetooth", 31, 3, 1), ("can", 29, 3, 1), ("tipc", 30, 5, 0),
    ("x25", 9, 5, 0), ("rds", 21, 5, 0), ("kcm", 41, 2, 0), ("smc", 43, 1, 0), ("xdp", 44, 3, 0), ("nfc", 39, 3, 0),
    ("netlink audit", 16, 3, 9), ("netlink kobject", 16, 3, 15), ("netlink netfilter", 16, 3, 12), ("netlink xfrm", 16, 3, 6),
    ("netlink generic", 16, 3, 16),
):
    fails(name, lambda: socket.socket(family, kind, proto))
fails("raw icmp", lambda: socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP))
done()
