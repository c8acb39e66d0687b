#: B16; fail; floods the interactor
while True:
    print("500", flush=False)
