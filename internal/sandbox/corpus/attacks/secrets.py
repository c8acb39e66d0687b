import re

word = re.compile(r"TOKEN|SECRET|PASSW|CREDENTIAL|API_?KEY|AWS_|SSH_|GITHUB|KUBE|DATABASE_URL", re.I)
places = {"self": dict(os.environ)}
for pid in os.listdir("/proc"):
    if pid.isdigit() and int(pid) != os.getpid():
        try:
            with open("/proc/%s/environ" % pid, "rb") as f:
                places[pid] = dict(v.partition("=")[::2] for v in f.read().decode(errors="replace").split("\0") if v)
        except OSError as e:
            say("refused", "environment of " + pid, str(e))
for pid, env in places.items():
    for name in env:
        if word.search(name):
            say("escaped", "variable %s of %s" % (name, pid))
for path in ("~/.ssh/id_rsa", "~/.aws/credentials", "~/.netrc", "~/.git-credentials", "~/.docker/config.json", "/run/secrets"):
    if os.path.exists(os.path.expanduser(path)):
        say("escaped", path)
done()
