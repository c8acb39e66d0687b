"""The modes of the driver that join two processes, and the one that joins none.

candidate and tester are two processes joined by a link: the tester holds the
tests and calls the candidate's function through a proxy. Plain data crosses,
tagged and capped; what a call changed in its arguments is carried back into the
same objects. Each message is four bytes of length (big-endian) and the content.
The candidate sends first: L, or X value, or E (see driver.py). The tester listens
when a test calls the candidate, and what the tests do before that is no fault of
the candidate's. Then the tester asks and the candidate answers, until one of them ends:

  request    value (tuple of arguments), value (dict of named ones)
  answer     count of changed containers; their contents, if any; then
             V value, or X exception, and its arguments as a tuple or N

Mutable containers are numbered in the order of first sight, and a container seen
again is R number. An answer goes on with the numbers of its request.

inproc runs the tests in the candidate's own process, for tests that need what
cannot cross. What it reports can be forged, and the verdict says so; every frame
begins with the order's secret, so that it takes more than a write.
"""

import sys
from _struct import pack, unpack_from
from posix import close, dup, dup2, open as _open, read, write, unlink

# driver is set by the loader: the same module in a cold and in a warm start.
Uncrossable, Order = driver.Uncrossable, driver.Order  # noqa: F821
encode, encode_error, opaque = driver.encode, driver.encode_error, driver.opaque  # noqa: F821
read_all, make_frame, null_stdin = driver.read_all, driver.make_frame, driver.null_stdin  # noqa: F821
reseed, new_module = driver.reseed, driver.new_module  # noqa: F821
run_candidate, find_entry = driver.run_candidate, driver.find_entry  # noqa: F821
build_rows = driver.build_rows  # noqa: F821
_text, _ERRORS, _builtins = driver._text, driver._ERRORS, driver._builtins  # noqa: F821
_decode = driver.load("decode")  # noqa: F821
Decoder, hashables, whole = _decode.Decoder, _decode.hashables, _decode.whole
CAP_LINK = 64 << 20


class CandidateGone(BaseException):
    """The candidate's process ended; tests must not be able to catch this as an Exception."""


class Link:
    """The other process, over what were standard input and output."""

    def __init__(self):
        self.inp, self.out = dup(0), dup(1)
        self.gone, self.heard = False, False
        null_stdin()
        dup2(2, 1)

    def send(self, b):
        b = pack(">I", len(b)) + b
        while b:
            try:
                b = b[write(self.out, b):]
            except OSError:
                self.gone = True
                raise CandidateGone from None

    def take(self, n):
        parts = []
        while n:
            try:
                more = read(self.inp, n)
            except OSError:
                more = b""
            if not more:
                self.gone = True
                raise CandidateGone
            parts.append(more)
            n -= len(more)
        return parts[0] if len(parts) == 1 else b"".join(parts)

    def receive(self, cap=CAP_LINK):
        n = unpack_from(">I", self.take(4))[0]
        if n > cap:
            raise Uncrossable("a message of %d bytes" % n)
        return self.take(n)

    def listen(self, frame):
        """Hears the candidate for the first time, and whether its code has run.

        Until now nothing of the candidate's has come near the tests: whatever
        went wrong was their own fault. From now on that is not known."""
        if self.heard:
            return
        self.heard = True
        frame(b"h")
        try:
            hello = self.receive(1 << 16)
        except Uncrossable:
            hello = b""
        if hello != b"L":
            if hello[:1] in (b"X", b"E"):
                frame(hello[:1], hello[1:])
            self.gone = True
            raise CandidateGone


def contents(o):
    """Returns what a mutable container holds, as a tuple or bytes."""
    if isinstance(o, dict):
        return tuple(x for kv in dict.items(o) for x in kv)
    return bytes(o) if type(o) is bytearray else tuple(o)


def restore(o, new):
    """Makes a container hold new, in place."""
    if type(o) is bytearray:
        if type(new) is not bytes:
            raise Uncrossable("a malformed message")
        o[:] = new
        return
    if type(new) is not tuple:
        raise Uncrossable("a malformed message")
    if type(o) is list:
        o[:] = new
    elif isinstance(o, dict):
        dict.clear(o)
        for k, v in zip(hashables(new[::2]), new[1::2]):
            dict.__setitem__(o, k, v)
        whole(o, len(new) // 2)
    elif type(o) is set:
        o.clear()
        o.update(hashables(new))
        whole(o, len(new))
    else:
        o.clear()
        o.extend(new)


def error_args(enc, e):
    """Returns the arguments of an exception if they are plain data, else None, encoded."""
    try:
        return enc(BaseException.__dict__["args"].__get__(e))
    except BaseException:
        return b"N"


def answer(enc, find, request):
    """Answers one call: what the containers it was given hold now, then the value."""
    memo = []
    d = Decoder(request, memo)
    args = d.value()
    kwargs = d.value()
    try:
        value, failed = find()(*args, **kwargs), None
    except BaseException as e:
        value, failed = None, encode_error(e) + error_args(enc, e)
    numbers = {id(o): i for i, o in enumerate(memo)}
    alive = list(memo)
    out = []
    try:
        fresh, keep = {}, []
        same = enc(args, fresh, keep) + enc(kwargs, fresh, keep) == request
        out.append(b"%d;" % (0 if same else len(memo)))
        if not same:
            for o in memo:
                out.append(enc(contents(o), numbers, alive))
        out.append(b"X" + failed if failed is not None else b"V" + enc(value, numbers, alive))
    except Uncrossable as e:
        return b"0;V" + opaque(e, value)
    except BaseException as e:
        return b"0;X" + encode_error(e) + b"N"
    return b"".join(out)


def main_candidate():
    link = Link()
    order = read_order_file()
    reseed()
    enc = encode
    status = []
    ns = run_candidate(order, lambda tag, content=b"": status.append(tag + content))
    find = find_entry(order, ns) if ns is not None else None
    try:
        if find is None:
            link.send(status[0] if status else b"E")
            return
        link.send(b"L")
        while True:
            link.send(answer(enc, find, link.receive()))
    except CandidateGone:  # here: the tester has ended
        return


def read_order_file():
    fd = _open("order", 0)
    data = read_all(fd)
    close(fd)
    try:
        unlink("order")
    except OSError:
        pass
    return Order(data)


def rebuild_error(near, msg, args):
    """Returns an exception of the builtin class, or of its nearest base that takes a message."""
    c = getattr(_builtins, near, None)
    if c not in _ERRORS:
        c = RuntimeError
    try:
        if args is not None:
            return c(*args)
    except TypeError:
        pass
    while True:
        try:
            return c(msg)
        except TypeError:
            c = c.__base__


class Proxy:
    """Stands for the candidate's function in the tester."""

    def __init__(self, link, name, frame):
        self._link, self._frame, self.__name__ = link, frame, name
        self.refused = None

    def __call__(self, *args, **kwargs):
        try:
            return self._call(args, kwargs)
        except Uncrossable as e:
            self.refused = e
            raise
        except NeedsCrossing as e:
            self.refused = e
            raise

    def _call(self, args, kwargs):
        alive, numbers = [], {}
        try:
            request = encode(args, numbers, alive) + encode(kwargs, numbers, alive)
        except Uncrossable as e:
            if self._link.heard:  # it may be of what the candidate returned
                raise
            raise NeedsCrossing(str(e)) from None
        self._link.listen(self._frame)
        self._link.send(request)
        reply = self._link.receive()
        d = Decoder(reply, list(alive))
        n = d.count()
        if n:
            if n != len(alive):
                raise Uncrossable("a malformed message")
            for o, new in [(o, d.value()) for o in alive]:
                restore(o, new)
        tag = d.data[d.pos:d.pos + 1]
        d.pos += 1
        if tag == b"V":
            if d.data[d.pos:d.pos + 1] in (b"o", b"O"):
                true = d.data[d.pos:d.pos + 1] == b"o"
                d.pos += 1
                return Opaque(self, d.text()[:200], true)
            return d.value()
        d.pos += 1
        near, _, msg = d.text(), d.text(), d.text()
        args = d.value()
        raise rebuild_error(near, msg, args if type(args) is tuple else None)


class NeedsCrossing(BaseException):
    """A test passes something that cannot cross, before it has heard anything of the candidate."""


class Opaque:
    """Stands for a returned value that cannot cross; only its truth value is known."""

    def __init__(self, proxy, what, true):
        self._proxy, self._what, self._true = proxy, what, true

    def __bool__(self):
        return self._true

    def refuse(self, *args):
        e = Uncrossable(object.__getattribute__(self, "_what"))
        object.__getattribute__(self, "_proxy").refused = e
        raise e

    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __hash__ = __len__ = __iter__ = __contains__ = refuse
    __getitem__ = __call__ = __add__ = __radd__ = __sub__ = __rsub__ = __str__ = __repr__ = __getattr__ = refuse


class ClassProxy:
    """Stands for the candidate's class in the tester; instances keep no state."""

    def __init__(self, entry, proxy):
        self._entry, self._proxy = entry, proxy

    def __call__(self):
        return self

    def __getattr__(self, name):
        if name != self._entry:
            raise AttributeError(name)
        return self._proxy


class Here:
    """Stands for the link and the proxy where there are none: the tests run in the candidate's process."""

    gone, heard, refused = False, True, None

    def listen(self, frame):
        pass


def run_checks(order, frame, ns, proxy, link):
    """Runs the set-up and the checks; a check that fails does not stop the next one, other statements do.

    What went wrong on the link counts even where a test has caught it."""
    i = -1
    for text in order.all("check"):
        kind, text = text[:1], text[1:]
        if kind == "c":
            i += 1
            frame(b"b", b"%d;" % i)
        proxy.refused = None
        try:
            exec(compile(text, "test.py", "exec", 0, True), ns)
            if link.gone:
                raise CandidateGone
            if proxy.refused is not None:
                raise proxy.refused
        except CandidateGone:
            frame(b"g")
            return
        except BaseException as e:
            if kind == "s" and not link.heard:
                frame(b"I", _text("%s: %s" % (type(e).__name__, str(e)[:500])))
                return
            if isinstance(e, NeedsCrossing):
                frame(b"u", b"%d;" % i + _text(str(e)))
            elif kind == "c":
                frame(b"f", b"%d;" % i + encode_error(e))
            else:
                # What the later checks go by was not made.
                frame(b"e", encode_error(e))
                return
        else:
            if kind == "c":
                frame(b"p", b"%d;" % i)
    try:
        link.listen(frame)
    except CandidateGone:
        frame(b"g")
        return
    frame(b"z")


def main_tester():
    link = Link()
    order = read_order_file()
    reseed()
    frame = make_frame()
    ns = new_module("tester")
    if order.has("prompt"):
        text = order.get("prompt")
        try:
            try:
                code = compile(text, "prompt.py", "exec", 0, True)
            except SyntaxError:
                code = compile(text + "\n    pass\n", "prompt.py", "exec", 0, True)
            exec(code, ns)
        except BaseException as e:
            frame(b"I", _text("prompt: %s: %s" % (type(e).__name__, e)))
            return
    entry = order.get("entry")
    proxy = Proxy(link, entry, frame)
    if order.has("class"):
        ns[order.get("class")] = ClassProxy(entry, proxy)
    else:
        ns[entry] = proxy
        if order.has("param"):
            ns[order.get("param")] = proxy
    run_checks(order, frame, ns, proxy, link)


def main_inproc():
    order = Order(read_all(0))
    null_stdin()
    reseed()
    # What ran in this process can forge what it reports, but not without a search
    # for the secret.
    frame = make_frame(order.fields.pop("secret", [b""])[0])
    ns = run_candidate(order, frame)
    if ns is None:
        return
    find = find_entry(order, ns)
    if find is None:
        frame(b"E")
        return
    frame(b"L")
    if order.has("param"):
        ns[order.get("param")] = find()
    here = Here()
    run_checks(order, frame, ns, here, here)


def refused(order, frame, ns, find):
    """Runs the contract on copies of the rows; returns the numbers of those it refuses."""
    code = compile(order.get("contract"), "contract.py", "exec", 0, True)
    out = set()
    names = find().__code__.co_varnames
    for i, row in enumerate(build_rows(order, frame)):
        scope = dict(ns)
        scope.update(zip(names, row[0]))
        scope.update(row[1])
        try:
            exec(code, scope)
        except BaseException as e:
            frame(b"S", b"%d;" % i + _text("contract: %s: %s" % (type(e).__name__, str(e)[:200])))
            out.add(i)
    return out


_SAMPLE = (
    ("code", "from typing import List, Dict, Tuple, Optional\nimport math\n\ndef f(a: List[int], b: float = 0.5) -> List[int]:\n"
     "    \"\"\"Doc.\"\"\"\n    out, seen = [], {}\n    for i, x in enumerate(sorted(a)):\n        if x % 2 == 0 and x not in seen:\n"
     "            seen[x] = str(i) + '-' + ','.join(map(str, a[:i]))\n            out.append(abs(x) * 2)\n    while out and out[-1] < b:\n        out.pop()\n"
     "    return [y for y in out if y] or [len(seen), sum(a), max(a), min(b, 1.5), round(b, 2), True, None, 'x'.upper(), tuple(a), {1: set(a)}]\n"),
    ("entry", "f"), ("row", "(([1, 2, 3, 4], 0.25), {})"), ("row", "(([5, 7],), {'b': 1.5})"), ("row", "((['a', 1],), {})"),
)


def warm():
    """Runs a small program of ours in a warm interpreter, before its first fork.

    What Python makes at first use (specialised bytecode, caches, interned
    names) is then there for every child, instead of being made by each on
    pages that it first has to copy."""
    data = b"".join(b"%b %d\n%b" % (k.encode(), len(v.encode()), v.encode()) for k, v in _SAMPLE)
    for _ in range(20):
        driver.call_rows(Order(data), lambda tag, content=b"": pack(">cI", tag, len(content)) + content)
        del sys.modules["candidate"]
    end, fd = read_all, _open("/dev/null", 0)
    end(fd)
    close(fd)


def main(mode):
    modes = {"tester": main_tester, "candidate": main_candidate, "inproc": main_inproc}
    if mode not in modes:
        raise SystemExit("driver: unknown mode " + mode)
    modes[mode]()
