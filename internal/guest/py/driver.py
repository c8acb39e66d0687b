"""Calls a candidate's Python functions and reports what came back, as data.

It runs inside the sandbox, in the candidate's process (modes rows, candidate,
inproc) or in the trusted tester's (mode tester), under Python 3.8 or later. The
engine starts it as `python -I -B driver.py MODE`, or forks an interpreter that
has imported it and calls main([MODE]). It keeps no state from import time but
references to builtins, taken before any candidate could replace them.

Orders. Modes rows and inproc read one order from descriptor 0. Modes candidate
and tester read it from the file "order" of the working folder, because
descriptors 0 and 1 are their link. An order is a list of fields, each
b"KEY LENGTH\\n" and LENGTH bytes; a key may occur again.

Results. Descriptor 3 carries frames: one tag byte, four bytes of length
(big-endian), and the content. Numbers are decimal and end in ';', values are in
the wire form that internal/compare/codec.go documents.

  rows       A number    the arguments of this row cannot be built: the task's fault
             B           all arguments are built; what follows may be forged
             L           the candidate's code has run
             X value     it raised this exception
             E text      no entry point
             S number text   the contract refuses the row
             r number value  a row returned
             x number value  a row raised
             z           all rows were called
  tester,    X, E        as above
  inproc     I text      the test program itself is broken (tester only)
             b number    a check begins
             h           the tester hears the candidate from now on (tester only)
             p number    the check passed
             f number value  it failed with this exception
             u number text   it passes a value that cannot cross (tester only)
             e value         a statement outside the checks raised this: the end
             g           the candidate's process is gone
             z           all checks were run

Expected values never enter the candidate's process in the modes rows and
candidate. Whoever writes to descriptor 3 in the mode rows forges nothing but
the return values of the candidate, which are the candidate's to choose: what
says something of the task comes before B, when nothing of the candidate's has
run.
"""

import sys
from _struct import pack
from itertools import islice
import itertools as _itertools
from posix import _exit, close, dup2, getcwd, open as _open, read, write
from _collections import OrderedDict, defaultdict, deque

CAP_BYTES = 16 << 20
CAP_ITEMS = 1 << 19
CAP_DEPTH = 200
CAP_ITER = 100000

_builtins = sys.modules["builtins"]
_ERRORS = {}
for _v in list(vars(_builtins).values()):
    if type(_v) is type and issubclass(_v, BaseException):
        _ERRORS[_v] = _v.__name__

_ITERATORS = {range: b"range"}
for _v in ({}.keys(), {}.values(), {}.items()):
    _ITERATORS[type(_v)] = type(_v).__name__.encode()
for _v in (
    map, filter, zip, enumerate, reversed, type((lambda: (yield))()), type(iter([])), type(iter(())),
    type(iter(set())), type(iter({})), type(iter({}.values())), type(iter({}.items())), type(iter("")),
    type(iter("\u00e9")), type(iter(range(0))), type(iter(range(1 << 70))), type(reversed([])), type(iter(b"")),
    type(reversed({})) if sys.version_info >= (3, 8) else map,
):
    _ITERATORS[_v] = b""
for _v in list(vars(_itertools).values()):
    if type(_v) is type:
        _ITERATORS[_v] = b""
_CLASSES = {OrderedDict: b"OrderedDict", defaultdict: b"defaultdict", deque: b"deque"}
del _v


class Uncrossable(BaseException):
    """A value that cannot cross the border between two processes.

    No Exception, so that tests which expect one do not take it for theirs."""


def _make_encoder():
    """Returns encode(value, memo): the wire form, or Uncrossable with a class name.

    memo is None for a value without references. Else it maps the identity of a
    mutable container to its number, the numbers being given in the order of
    first sight; a container seen again is written as a reference (R number),
    an extension that only the link between tester and candidate uses."""
    T, ID, LEN = type, id, len
    INT, STR, LIST, BOOL, FLOAT, TUPLE, DICT, SET = int, str, list, bool, float, tuple, dict, set
    FROZEN, BYTES, BYTEARRAY, COMPLEX = frozenset, bytes, bytearray, complex
    items_of, list_of, map_of, set_of, repr_of = dict.items, list, map, set, repr
    classes, iterators, caps = _CLASSES, _ITERATORS, (CAP_ITEMS, CAP_BYTES, CAP_DEPTH, CAP_ITER)
    modules, subclass = sys.modules, issubclass
    join, enc_str, packf, isl = b"".join, str.encode, pack, islice
    cross = Uncrossable
    name_of = type.__dict__["__name__"].__get__
    INTS, FLOATS = {int}, {float}
    lowest, highest, bits_of = -(1 << 4096), 1 << 4096, int.bit_length

    def encode(value, memo=None, memo_alive=None):
        out = []
        add = out.append
        left = caps[0]
        size = 0

        def put(v, depth):
            nonlocal left, size
            t = T(v)
            left -= 1
            if left < 0:
                raise cross("a value of too many items")
            if t is INT:
                if not lowest < v < highest:
                    roomy(v)
                s = b"%x" % v
                size += LEN(s)
                add(b"i%d;%b" % (LEN(s), s))
            elif t is STR:
                if LEN(v) > caps[1]:
                    raise cross("a value of too many bytes")
                s = enc_str(v, "utf-8", "surrogatepass")
                size += LEN(s)
                if size > caps[1]:
                    raise cross("a value of too many bytes")
                add(b"s%d;%b" % (LEN(s), s))
            elif t is BOOL:
                add(b"T" if v else b"F")
            elif t is FLOAT:
                add(packf(">cd", b"f", v))
            elif v is None:
                add(b"N")
            elif t is LIST or t is TUPLE:
                if depth > caps[2]:
                    raise cross("a value nested too deeply")
                if t is LIST:
                    if memo is not None and seen(v):
                        return
                    add(b"l%d;" % LEN(v))
                else:
                    add(b"t%d;" % LEN(v))
                if LEN(v) > 32:
                    kinds = set_of(map_of(T, v))
                    if kinds == INTS:
                        left -= LEN(v)
                        for x in v:
                            if not lowest < x < highest:
                                roomy(x)
                            s = b"%x" % x
                            size += LEN(s)
                            add(b"i%d;%b" % (LEN(s), s))
                        if left < 0 or size > caps[1]:
                            raise cross("a value of too many items")
                        return
                    if kinds == FLOATS:
                        left -= LEN(v)
                        if left < 0:
                            raise cross("a value of too many items")
                        add(packf(">" + "cd" * LEN(v), *[y for x in v for y in (b"f", x)]))
                        return
                depth += 1
                for x in v:
                    put(x, depth)
            elif t is DICT:
                if depth > caps[2]:
                    raise cross("a value nested too deeply")
                if memo is not None and seen(v):
                    return
                add(b"d%d;" % LEN(v))
                depth += 1
                for k, x in v.items():
                    put(k, depth)
                    put(x, depth)
            elif t is SET or t is FROZEN:
                if depth > caps[2]:
                    raise cross("a value nested too deeply")
                if t is SET:
                    if memo is not None and seen(v):
                        return
                    add(b"S%d;" % LEN(v))
                else:
                    add(b"Z%d;" % LEN(v))
                for x in v:
                    put(x, depth + 1)
            else:
                rare(t, v, depth)

        def roomy(v):
            if bits_of(v) > 4 * caps[1]:
                raise cross("a value of too many bytes")

        def seen(v):
            n = memo.get(ID(v))
            if n is None:
                memo[ID(v)] = LEN(memo)
                memo_alive.append(v)
                return False
            add(b"R%d;" % n)
            return True

        def rare(t, v, depth):
            nonlocal left, size
            if depth > caps[2]:
                raise cross("a value nested too deeply")
            if t is BYTES or t is BYTEARRAY:
                if t is BYTEARRAY and memo is not None and seen(v):
                    return
                size += LEN(v)
                if size > caps[1]:
                    raise cross("a value of too many bytes")
                add(b"%b%d;%b" % (b"b" if t is BYTES else b"y", LEN(v), v))
                return
            if t is COMPLEX:
                add(packf(">cdd", b"c", v.real, v.imag))
                return
            name = classes.get(t)
            if name is None and "collections" in modules and t is getattr(modules["collections"], "Counter", None):
                name = b"Counter"
            if name is not None:
                if memo is not None and seen(v):
                    return
                add(b"K%d;%b" % (LEN(name), name))
                if t is deque:
                    add(b"l%d;" % LEN(v))
                    for x in list_of(v):
                        put(x, depth + 1)
                    return
                pairs = list_of(items_of(v))
                add(b"d%d;" % LEN(pairs))
                for k, x in pairs:
                    put(k, depth + 1)
                    put(x, depth + 1)
                return
            name = iterators.get(t)
            if name is not None:
                got = list_of(isl(v, caps[3] + 1))
                if LEN(got) > caps[3]:
                    raise cross("an iterator of more than %d items" % caps[3])
                add(b"g%d;%b%d;" % (LEN(name), name, LEN(got)))
                for x in got:
                    put(x, depth + 1)
                return
            numpy = modules.get("numpy")
            if numpy is not None and subclass(t, (numpy.ndarray, numpy.generic)):
                array(numpy, t, v, depth)
                return
            raise cross("a value of type " + name_of(t)[:80])

        def array(numpy, t, v, depth):
            nonlocal size
            if subclass(t, numpy.generic):
                if subclass(t, (numpy.str_, numpy.bytes_)):
                    put(v.item(), depth)
                    return
                v = numpy.asarray(v)
            elif t is not numpy.ndarray:
                raise cross("a value of type " + name_of(t)[:80])
            narrow = {"f2": "<f4", "f16": "<f8", "c32": "<c16"}.get(v.dtype.str[1:])
            v = v.astype(narrow or v.dtype.newbyteorder("<"), copy=False)
            name = v.dtype.str.encode()
            raw = v.tobytes()
            size += LEN(raw)
            if size > caps[1] or v.dtype.kind not in "biufc":
                raise cross("an array of type " + v.dtype.name)
            add(b"a%d;%b%d;" % (LEN(name), name, LEN(v.shape)))
            for n in v.shape:
                add(b"%d;" % n)
            add(b"%d;%b" % (LEN(raw), raw))

        put(value, 0)
        whole = join(out)
        if LEN(whole) > caps[1]:
            raise cross("a value of too many bytes")
        return whole

    return encode


encode = _make_encoder()


def _text(s):
    return s.encode("utf-8", "surrogatepass")


def encode_error(e):
    """Returns the wire form of an exception: nearest builtin class, own class, message."""
    t = type(e)
    near = "BaseException"
    for c in type.__dict__["__mro__"].__get__(t):
        if c in _ERRORS:
            near = _ERRORS[c]
            break
    own = type.__dict__["__name__"].__get__(t)[:80]
    try:
        msg = str(e)
        msg = msg[:1000] if type(msg) is str else ""
    except BaseException:
        msg = ""
    near, own, msg = near.encode(), _text(own), _text(msg)
    return b"e%d;%b%d;%b%d;%b" % (len(near), near, len(own), own, len(msg), msg)


def opaque(e, value):
    """Returns the wire form of a value that an Uncrossable says cannot cross.

    Its truth value is the candidate's to choose, as a returned True would be."""
    name = _text(str(e))[:200].decode("utf-8", "ignore").encode()
    try:
        true = True if value else False
    except BaseException:
        true = False
    return b"%b%d;%b" % (b"o" if true else b"O", len(name), name)


def read_all(fd):
    parts = []
    while True:
        b = read(fd, 1 << 16)
        if not b:
            return parts[0] if len(parts) == 1 else b"".join(parts)
        parts.append(b)


def parse_order(data):
    """Returns the fields of an order: key to the list of its contents."""
    fields, pos = {}, 0
    while pos < len(data):
        end = data.index(b"\n", pos)
        key, size = data[pos:end].split(b" ")
        pos = end + 1 + int(size)
        fields.setdefault(key.decode(), []).append(data[end + 1:pos])
    return fields


class Order:
    """An order's fields as text."""

    def __init__(self, data):
        self.fields = parse_order(data)

    def get(self, key):
        f = self.fields.get(key)
        return f[0].decode("utf-8", "surrogatepass") if f else ""

    def all(self, key):
        return [f.decode("utf-8", "surrogatepass") for f in self.fields.get(key, ())]

    def has(self, key):
        return key in self.fields


def make_frame(secret=b""):
    """Returns frame(tag, content), which begins every content with the secret."""
    put, length, send = write, len, pack

    def frame(tag, content=b""):
        b = send(">cI", tag, length(secret) + length(content)) + secret + content
        while b:
            n = put(3, b)
            if n == length(b):
                return
            b = b[n:]

    return frame


def null_stdin():
    fd = _open("/dev/null", 0)
    dup2(fd, 0)
    close(fd)


def reseed():
    """Forked children share the parent's generators; each gets its own seed."""
    random = sys.modules.get("random")
    if random is not None:
        random.seed()
    numpy = sys.modules.get("numpy")
    if numpy is not None and "numpy.random" in sys.modules:
        numpy.random.seed()


def new_module(name):
    m = type(sys)(name)
    sys.modules[name] = m
    return m.__dict__


def run_candidate(order, frame):
    """Runs the candidate's code in a module of its own; returns its namespace or None.

    The module is not named __main__, so that a block guarded for scripts does
    not run, as in the reference harnesses that exec the code."""
    if order.has("path"):
        sys.path.append(getcwd())
    code = order.get("code")
    if "import" in code:
        import collections

        _CLASSES[collections.Counter] = b"Counter"
    ns = new_module("candidate")
    try:
        exec(compile(code, "candidate.py", "exec", 0, True), ns)
        if order.has("after"):
            exec(compile(order.get("after"), "setup.py", "exec", 0, True), ns)
    except BaseException as e:
        frame(b"X", encode_error(e))
        return None
    return ns


def find_entry(order, ns):
    """Returns a function that returns the callable for the next call, or None."""
    entry, cls = order.get("entry"), order.get("class")
    if not cls:
        fn = ns.get(entry)
        return (lambda: fn) if callable(fn) else None
    cls = ns.get(cls)
    if cls is None or not callable(getattr(cls, entry, None)):
        return None
    return lambda: getattr(cls(), entry)


def build_rows(order, frame):
    """Evaluates the arguments of all rows, before any code of the candidate runs."""
    if order.has("json"):
        import json

        return [(row, {}) for row in json.loads(order.get("json"))]
    ns = {"math": sys.modules.get("math") or __import__("math")}
    rows = order.all("row")
    whole = "[" + ",\n".join(rows) + "\n]"
    try:
        # One evaluation costs less than many, but the compiler needs about 200
        # bytes for each byte of source.
        if len(whole) < 1 << 16:
            return eval(whole, ns)
        return [eval(row, ns) for row in rows]
    except Exception:
        built = []
        for i, row in enumerate(rows):
            try:
                built.append(eval(row, dict(ns)))
            except Exception:
                frame(b"A", b"%d;" % i)
                built.append(None)
        return built


def main_rows():
    data = read_all(0)
    null_stdin()
    if b"random" in data:
        reseed()
    call_rows(Order(data), make_frame())


def call_rows(order, frame):
    enc, enc_error, hide, uncross, base = encode, encode_error, opaque, Uncrossable, BaseException
    rows = build_rows(order, frame)
    if None in rows:
        return
    frame(b"B")
    ns = run_candidate(order, frame)
    if ns is None:
        return
    find = find_entry(order, ns)
    if find is None:
        frame(b"E")
        return
    skip = load("link").refused(order, frame, ns, find) if order.has("contract") else ()
    frame(b"L")
    i = -1
    for row in rows:
        i += 1
        if i in skip:
            continue
        result = None
        try:
            result = find()(*row[0], **row[1])
            value = enc(result)
        except uncross as e:
            frame(b"r", b"%d;" % i + hide(e, result))
            continue
        except base as e:
            frame(b"x", b"%d;" % i + enc_error(e))
            continue
        frame(b"r", b"%d;" % i + value)
    frame(b"z")


def main(argv):
    """Runs one order and ends the process; it does not return."""
    status = 1
    end = _exit
    try:
        if argv[0] == "rows":
            main_rows()
        else:
            load("link").main(argv[0])
        status = 0
    except SystemExit as e:
        sys.stderr.write("%s\n" % e)
    finally:
        try:
            if status:
                sys.excepthook(*sys.exc_info())
            sys.stdout.flush()
            sys.stderr.flush()
        finally:
            end(status)


def load(name):
    """Returns one of the files beside this one, as a module that knows this one as driver.

    A cold start compiles what it imports, and most starts need only rows."""
    full = "_steelyard_" + name
    if full not in sys.modules:
        path = __file__[:-len("driver.py")] + name + ".py"
        m = type(sys)(full)
        sys.modules[full], m.driver = m, sys.modules[__name__]
        with open(path, "rb") as f:
            exec(compile(f.read(), path, "exec", 0, True), m.__dict__)
    return sys.modules[full]


if __name__ == "__main__":
    main(sys.argv[1:])
# Imported: this is a warm interpreter, which compiles once for all its children.
warm = load("link").warm
