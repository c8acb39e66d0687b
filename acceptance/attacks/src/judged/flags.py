#: B22; fail; looks like options and paths for checkers called through a shell
print("; exit 42 #\n--help\n$(exit 42)\n../../etc/passwd")
