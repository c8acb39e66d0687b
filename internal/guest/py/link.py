"""The modes of the driver that join two processes, and the one that joins none.

candidate and tester are two processes joined by a link: the tester holds the
tests and calls the candidate's function through a proxy. Plain data crosses,
tagged and capped; what a call changed in its arguments is carried back into the
same objects. Each message is four bytes of length (big-endian) and the content.
The candidate sends first: L, or X value, or E (see driver.py). Then the tester
asks and the candidate answers, until one of them ends:

  request    value (tuple of arguments), value (dict of named ones)
  answer     count of changed containers; their contents, if any; then
             V value, or X value of an exception

Mutable containers are numbered in the order of first sight, and a container seen
again is R number. An answer goes on with the numbers of its request.

inproc runs the tests in the candidate's own process, for tests that need what
cannot cross. What it reports can be forged, and the verdict says so.
"""

import sys
from _struct import pack, unpack_from
from posix import close, dup, dup2, open as _open, read, write, unlink
from _collections import OrderedDict, defaultdict, deque

# driver is set by the loader: the same module in a cold and in a warm start.
Uncrossable, Order = driver.Uncrossable, driver.Order  # noqa: F821
encode, encode_error, opaque = driver.encode, driver.encode_error, driver.opaque  # noqa: F821
read_all, make_frame, null_stdin = driver.read_all, driver.make_frame, driver.null_stdin  # noqa: F821
reseed, new_module = driver.reseed, driver.new_module  # noqa: F821
run_candidate, find_entry = driver.run_candidate, driver.find_entry  # noqa: F821
_text, _ERRORS, _builtins = driver._text, driver._ERRORS, driver._builtins  # noqa: F821
CAP_ITEMS, CAP_DEPTH = driver.CAP_ITEMS, driver.CAP_DEPTH  # noqa: F821
CAP_LINK = 64 << 20


class CandidateGone(BaseException):
    """The candidate's process ended; tests must not be able to catch this as an Exception."""


class Decoder:
    """Reads values from hostile bytes: every count is checked, nothing is evaluated.

    memo lists the mutable containers, in the order of their numbers."""

    def __init__(self, data, memo):
        self.data, self.pos, self.memo, self.left = data, 0, memo, CAP_ITEMS

    def count(self):
        end = self.data.find(b";", self.pos, self.pos + 10)
        digits = self.data[self.pos:end] if end >= 0 else b""
        if not digits.isdigit():
            raise Uncrossable("a malformed message")
        self.pos = end + 1
        return int(digits)

    def raw(self):
        n = self.count()
        if n > len(self.data) - self.pos:
            raise Uncrossable("a malformed message")
        self.pos += n
        return self.data[self.pos - n:self.pos]

    def text(self):
        try:
            return self.raw().decode("utf-8", "surrogatepass")
        except UnicodeDecodeError:
            raise Uncrossable("malformed text") from None

    def items(self, n, depth):
        if n > len(self.data) - self.pos or n > self.left:
            raise Uncrossable("a malformed message")
        return [self.value(depth + 1) for _ in range(n)]

    def floats(self, n):
        if len(self.data) - self.pos < 8 * n:
            raise Uncrossable("a malformed message")
        self.pos += 8 * n
        return unpack_from(">%dd" % n, self.data, self.pos - 8 * n)

    def value(self, depth=0):
        self.left -= 1
        if self.left < 0 or depth > CAP_DEPTH + 50:
            raise Uncrossable("a message that is too large")
        tag = self.data[self.pos:self.pos + 1]
        self.pos += 1
        if tag == b"i":
            raw = self.raw()
            if not raw.lstrip(b"-").isalnum() or len(raw) > 1 << 18:
                raise Uncrossable("a malformed integer")
            try:
                return int(raw, 16)
            except ValueError:
                raise Uncrossable("a malformed integer") from None
        if tag == b"s":
            return self.text()
        if tag == b"N":
            return None
        if tag == b"T":
            return True
        if tag == b"F":
            return False
        if tag == b"f":
            return self.floats(1)[0]
        if tag == b"l":
            n = self.count()
            out = []
            self.memo.append(out)
            out.extend(self.items(n, depth))
            return out
        if tag == b"t":
            return tuple(self.items(self.count(), depth))
        if tag == b"d":
            n = self.count()
            out = {}
            self.memo.append(out)
            self.pairs(out, self.items(2 * n, depth))
            return out
        if tag == b"S":
            n = self.count()
            out = set()
            self.memo.append(out)
            out.update(hashables(self.items(n, depth)))
            return out
        if tag == b"R":
            n = self.count()
            if n >= len(self.memo):
                raise Uncrossable("a malformed message")
            return self.memo[n]
        return self.rare(tag, depth)

    def pairs(self, out, flat):
        hashables(flat[::2])
        out.update(zip(flat[::2], flat[1::2]))

    def rare(self, tag, depth):
        if tag == b"Z":
            return frozenset(hashables(self.items(self.count(), depth)))
        if tag == b"b":
            return bytes(self.raw())
        if tag == b"y":
            out = bytearray(self.raw())
            self.memo.append(out)
            return out
        if tag == b"c":
            return complex(*self.floats(2))
        if tag == b"K":
            return self.container(depth)
        if tag == b"g":
            name = self.raw()
            items = self.items(self.count(), depth)
            if name == b"dict_keys":
                return dict.fromkeys(hashables(items)).keys()
            if name == b"range" and set(map(type, items)) <= {int}:
                step = items[1] - items[0] if len(items) > 1 else 1
                return range(items[0], items[-1] + (step and step // abs(step)), step or 1) if items else range(0)
            return iter(items)
        if tag == b"a":
            return self.array()
        if tag == b"o":
            raise Uncrossable(self.text()[:200])
        raise Uncrossable("a malformed message")

    def container(self, depth):
        name = self.raw()
        if name == b"deque":
            out = deque()
        elif name == b"OrderedDict":
            out = OrderedDict()
        elif name == b"defaultdict":
            out = defaultdict()
        elif name == b"Counter":
            import collections

            out = collections.Counter()
        else:
            raise Uncrossable("a malformed message")
        self.memo.append(out)
        tag = self.data[self.pos:self.pos + 1]
        self.pos += 1
        n = self.count()
        if name == b"deque" and tag == b"l":
            out.extend(self.items(n, depth))
        elif name != b"deque" and tag == b"d":
            flat = self.items(2 * n, depth)
            hashables(flat[::2])
            for k, v in zip(flat[::2], flat[1::2]):
                out[k] = v
        else:
            raise Uncrossable("a malformed message")
        return out

    def array(self):
        import numpy

        dtype, shape = self.text(), []
        for _ in range(min(self.count(), 64)):
            shape.append(self.count())
        raw = self.raw()
        if dtype[:1] not in "<|" or dtype[1:2] not in "biufc":
            raise Uncrossable("an array of type " + dtype[:20])
        try:
            out = numpy.frombuffer(raw, dtype=dtype).reshape(shape)
        except Exception:
            raise Uncrossable("a malformed array") from None
        return out.copy() if shape else out[()]


def hashables(items):
    """Refuses what would make a set or dict raise; returns items."""
    try:
        for x in items:
            hash(x)
    except TypeError:
        raise Uncrossable("a malformed message") from None
    return items


class Link:
    """The other process, over what were standard input and output."""

    def __init__(self):
        self.inp, self.out = dup(0), dup(1)
        self.gone = False
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
        b = b""
        while len(b) < n:
            try:
                more = read(self.inp, n - len(b))
            except OSError:
                more = b""
            if not more:
                self.gone = True
                raise CandidateGone
            b = b + more if b else more
        return b

    def receive(self):
        n = unpack_from(">I", self.take(4))[0]
        if n > CAP_LINK:
            raise Uncrossable("a message of %d bytes" % n)
        return self.take(n)


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
    elif type(o) is set:
        o.clear()
        o.update(hashables(new))
    else:
        o.clear()
        o.extend(new)


def answer(enc, find, request):
    """Answers one call: what the containers it was given hold now, then the value."""
    memo = []
    d = Decoder(request, memo)
    args = d.value()
    kwargs = d.value()
    try:
        value, failed = find()(*args, **kwargs), None
    except BaseException as e:
        value, failed = None, encode_error(e)
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
        return b"0;X" + encode_error(e)
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


def rebuild_error(near, msg):
    """Returns an exception of the builtin class, or of its nearest base that takes a message."""
    c = getattr(_builtins, near, None)
    if c not in _ERRORS:
        c = RuntimeError
    while True:
        try:
            return c(msg)
        except TypeError:
            c = c.__base__


class Proxy:
    """Stands for the candidate's function in the tester."""

    def __init__(self, link, name):
        self._link, self.__name__, self.calls, self.refused = link, name, 0, None

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
            raise NeedsCrossing(str(e)) from None
        self._link.send(request)
        d = Decoder(self._link.receive(), list(alive))
        n = d.count()
        if n:
            if n != len(alive):
                raise Uncrossable("a malformed message")
            for o, new in [(o, d.value()) for o in alive]:
                restore(o, new)
        tag = d.data[d.pos:d.pos + 1]
        d.pos += 1
        self.calls += 1
        if tag == b"V":
            if d.data[d.pos:d.pos + 1] in (b"o", b"O"):
                true = d.data[d.pos:d.pos + 1] == b"o"
                d.pos += 1
                return Opaque(self, d.text()[:200], true)
            return d.value()
        d.pos += 1
        near, _, msg = d.text(), d.text(), d.text()
        raise rebuild_error(near, msg)


class NeedsCrossing(BaseException):
    """A test passes something that cannot cross: the task's fault."""


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
    """Stands for the proxy where there is none: the tests run in the candidate's process."""

    calls, refused = 1, None


def run_checks(order, frame, ns, proxy, link):
    """Runs the set-up and the checks; a check that fails does not stop the next one.

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
            if link is not None and link.gone:
                raise CandidateGone
            if proxy.refused is not None:
                raise proxy.refused
        except CandidateGone:
            frame(b"g")
            return
        except NeedsCrossing as e:
            frame(b"u", b"%d;" % max(i, 0) + _text(str(e)))
        except BaseException as e:
            if kind == "c":
                frame(b"f", b"%d;" % i + encode_error(e))
            elif not proxy.calls:
                frame(b"I", _text("%s: %s" % (type(e).__name__, str(e)[:500])))
                return
        else:
            if kind == "c":
                frame(b"p", b"%d;" % i)
        frame(b"c", b"%d;" % proxy.calls)
    frame(b"z")


def main_tester():
    link = Link()
    order = read_order_file()
    reseed()
    frame = make_frame()
    try:
        hello = link.receive()
    except (CandidateGone, Uncrossable):
        frame(b"g")
        return
    if hello != b"L":
        frame(hello[:1] if hello[:1] in (b"X", b"E") else b"g", hello[1:4096])
        return
    frame(b"L")
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
    proxy = Proxy(link, entry)
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
    frame = make_frame()
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
    run_checks(order, frame, ns, Here(), None)


def main(mode):
    modes = {"tester": main_tester, "candidate": main_candidate, "inproc": main_inproc}
    if mode not in modes:
        raise SystemExit("driver: unknown mode " + mode)
    modes[mode]()
