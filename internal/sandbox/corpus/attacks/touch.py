import mmap

held = []
while True:
    m = mmap.mmap(-1, 8 << 20)
    for i in range(0, 8 << 20, 4096):
        m[i] = 1
    held.append(m)
    if len(held) > 128:
        say("escaped", "1 GiB touched")
        break
