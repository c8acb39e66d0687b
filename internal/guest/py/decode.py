"""Reads values from hostile bytes: the reverse of the driver's encoder.

Every count is checked against what is there, the nesting and the number of items
are capped, and nothing is ever evaluated or imported by a name that the bytes
give. See internal/compare/codec.go for the form; R, a reference to a mutable
container seen before, is the link's own.
"""

from _struct import unpack_from
from _collections import OrderedDict, defaultdict, deque

# driver is set by the loader.
Uncrossable = driver.Uncrossable  # noqa: F821
CAP_ITEMS, CAP_DEPTH = driver.CAP_ITEMS, driver.CAP_DEPTH  # noqa: F821


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
            return whole(out, n)
        if tag == b"R":
            n = self.count()
            if n >= len(self.memo):
                raise Uncrossable("a malformed message")
            return self.memo[n]
        return self.rare(tag, depth)

    def pairs(self, out, flat):
        hashables(flat[::2])
        out.update(zip(flat[::2], flat[1::2]))
        whole(out, len(flat) // 2)

    def rare(self, tag, depth):
        if tag == b"Z":
            n = self.count()
            return whole(frozenset(hashables(self.items(n, depth))), n)
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
                return whole(dict.fromkeys(hashables(items)).keys(), len(items))
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
            whole(out, n)
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


def whole(out, n):
    """Refuses a set or dict that was sent with equal elements or keys; returns it."""
    if len(out) != n:
        raise Uncrossable("a malformed message")
    return out
