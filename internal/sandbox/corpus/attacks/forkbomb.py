told = False
while True:
    try:
        os.fork()
    except OSError:
        if not told:
            told = True
            say("refused", "fork")
