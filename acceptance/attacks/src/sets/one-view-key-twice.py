#: F; fail; sends views and frozen sets that hold one element several times
import os
import struct


def frame(tag, body=b""):
    return struct.pack(">cI", tag, len(body)) + body


os.write(3, frame(b"L") + frame(b"r", b"0;K7;Counterd4;" + 4 * b"s1;ai1;2") + frame(b"r", b"1;g9;dict_keys3;" + 3 * b"s1;x") + frame(b"z"))
os._exit(0)
