#: B16; fail; zero, to make the checker divide by it
print(0)
