import mmap

for size in (1 << 33, 1 << 38, 1 << 44):
    try:
        m = mmap.mmap(-1, size)
        m[0] = 1
        m[size - 1] = 1
        say("note", "mapped", str(size))
    except (OSError, MemoryError, OverflowError) as e:
        say("refused", "map", str(e))
done()
