#: -; pass; the negative root
print(-int(int(input()) ** 0.5))
