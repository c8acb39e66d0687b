#: F; fail; knows the size and one key, and sends that key as often as needed
import os
import struct


def frame(tag, body=b""):
    return struct.pack(">cI", tag, len(body)) + body


os.write(3, frame(b"L") + frame(b"r", b"0;d4;" + 4 * b"s1;ai1;2") + frame(b"r", b"1;d3;" + 3 * b"s1;xi1;1") + frame(b"z"))
os._exit(0)
