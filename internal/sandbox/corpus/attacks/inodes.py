made = 0
end = time.monotonic() + 8
for d in (os.getcwd(), "/tmp", "/dev/shm"):
    try:
        for i in range(10**6):
            os.close(os.open("%s/i%d" % (d, i), os.O_CREAT | os.O_WRONLY))
            made += 1
            if time.monotonic() > end:
                break
    except OSError as e:
        say("refused", "inode in " + d, str(e))
if made >= 500000:
    say("escaped", "%d inodes" % made)
say("note", "inodes", str(made))
done()
