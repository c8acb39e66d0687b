# Children that are never waited for, and orphans that end at once.
made = 0
end = time.monotonic() + 1.5
while time.monotonic() < end and made < 3000:
    try:
        if os.fork() == 0:
            if os.fork() == 0:
                os._exit(0)
            os._exit(0)
        made += 1
    except OSError:
        try:
            os.waitpid(-1, 0)
        except OSError:
            pass
say("note", "children", str(made))
done()
