'use strict';
// The reading side of the value codec (internal/compare/codec.go), used by the
// tester for what candidates send and by candidates for what testers send. The
// bytes may be hostile; nothing in them names code.

const { CAPS } = require('./codec.js');

// CannotCross is thrown for a value of which only the class name crossed.
class CannotCross extends Error {}

const CLASSES = {
  __proto__: null, Error, TypeError, RangeError, SyntaxError, ReferenceError, EvalError, URIError, AggregateError,
};

const DTYPES = {
  __proto__: null, '|i1': Int8Array, '|u1': Uint8ClampedArray, '<i2': Int16Array, '<u2': Uint16Array, '<i4': Int32Array,
  '<u4': Uint32Array, '<f4': Float32Array, '<f8': Float64Array, '<i8': BigInt64Array, '<u8': BigUint64Array,
};

class Decoder {
  constructor(bytes) {
    this.b = bytes;
    this.pos = 0;
    this.items = CAPS.items;
  }

  bad(what) { return new CannotCross(`malformed value: ${what}`); }

  count() {
    let n = 0;
    const start = this.pos;
    for (; this.pos < this.b.length && this.pos - start < 10; this.pos++) {
      const c = this.b[this.pos];
      if (c === 0x3b && this.pos > start) { this.pos++; return n; }
      if (c < 0x30 || c > 0x39) break;
      n = n * 10 + c - 0x30;
    }
    throw this.bad('count');
  }

  bytes() {
    const n = this.count();
    if (n > this.b.length - this.pos) throw this.bad('end');
    this.pos += n;
    return this.b.subarray(this.pos - n, this.pos);
  }

  str() {
    const raw = this.bytes();
    const text = raw.toString('utf8');
    if (!text.includes('\ufffd')) return text;
    return wtf8(raw);
  }

  list(per, depth) {
    const n = this.count() * per;
    if (n > this.b.length - this.pos) throw this.bad('end');
    const out = [];
    for (let i = 0; i < n; i++) out.push(this.value(depth + 1));
    return out;
  }

  value(depth = 0) {
    if (depth > CAPS.depth + 2 || --this.items < 0) throw this.bad('too large');
    const tag = String.fromCharCode(this.b[this.pos++]);
    switch (tag) {
      case 'N': return null;
      case 'U': return undefined;
      case 'T': return true;
      case 'F': return false;
      case 'f': {
        if (this.b.length - this.pos < 8) throw this.bad('end');
        this.pos += 8;
        return this.b.readDoubleBE(this.pos - 8);
      }
      case 'i': {
        const text = this.str();
        if (!/^-?[0-9a-f]+$/.test(text)) throw this.bad('integer');
        return text[0] === '-' ? -BigInt('0x' + text.slice(1)) : BigInt('0x' + text);
      }
      case 's': return this.str();
      case 'y': return new Uint8Array(this.bytes());
      case 'l': return this.list(1, depth);
      case 'S': return this.set(Set, depth);
      case 'd': return this.record({}, depth);
      case 'g': {
        const name = this.str();
        if (name === 'Set Iterator') return this.set(Set, depth).values();
        const items = this.list(1, depth);
        if (name !== '') return new Map(items.entries()).values();
        return (function* () { yield* items; })();
      }
      case 'K': return this.instance(this.str(), depth);
      case 'a': {
        const C = DTYPES[this.str()];
        const dims = this.count();
        for (let i = 0; i < dims; i++) this.count();
        const raw = new Uint8Array(this.bytes());
        if (C === undefined || dims !== 1 || raw.length % C.BYTES_PER_ELEMENT !== 0) throw this.bad('array');
        return new C(raw.buffer);
      }
      case 'e': return makeError(this.str(), this.str(), this.str());
      case 'o': throw new CannotCross(`a value of class ${this.str()} cannot cross`);
    }
    throw this.bad('tag');
  }

  set(C, depth) {
    const items = this.list(1, depth);
    const out = new C(items);
    if (out.size !== items.length) throw this.bad('equal elements');
    return out;
  }

  // record defines own properties, whatever their names ("__proto__" too).
  record(object, depth) {
    const pairs = this.list(2, depth);
    for (let i = 0; i < pairs.length; i += 2) {
      if (typeof pairs[i] !== 'string' || Object.hasOwn(object, pairs[i])) throw this.bad('key');
      Object.defineProperty(object, pairs[i], { value: pairs[i + 1], writable: true, enumerable: true, configurable: true });
    }
    return object;
  }

  instance(name, depth) {
    const tag = String.fromCharCode(this.b[this.pos++]);
    switch (tag) {
      case 'l': return Object.assign(new (namedClass(name, Array))(), this.list(1, depth));
      case 'S': return this.set(namedClass(name, Set), depth);
      case 'd': {
        if (name === 'Map') {
          const pairs = this.list(2, depth);
          const m = new Map();
          for (let i = 0; i < pairs.length; i += 2) m.set(pairs[i], pairs[i + 1]);
          if (2 * m.size !== pairs.length) throw this.bad('equal keys');
          return m;
        }
        return this.record(name === 'null prototype' ? Object.create(null) : Object.create(namedClass(name, Object).prototype), depth);
      }
      case 't': {
        const parts = this.list(1, depth);
        switch (name) {
          case 'Date': return new Date(parts[0]);
          case 'RegExp': return new RegExp(String(parts[0]), String(parts[1]));
          case 'Number': return Object(Number(parts[0]));
          case 'String': return Object(String(parts[0]));
          case 'Boolean': return Object(Boolean(parts[0]));
        }
        throw new CannotCross(`a value of class ${name} cannot cross`);
      }
    }
    throw this.bad('class');
  }
}

function namedClass(name, Base) {
  const C = class extends Base {};
  Object.defineProperty(C, 'name', { value: name.replace(/^class /, '') });
  return C;
}

function makeError(builtin, own, message) {
  const C = CLASSES[builtin] ?? Error;
  const e = C === AggregateError ? new C([], message) : new C(message);
  if (own !== '') e.name = own.replace(/^class /, '');
  return e;
}

// wtf8 decodes text that may hold lone surrogates.
function wtf8(raw) {
  const parts = [];
  let start = 0;
  for (let i = 0; i + 2 < raw.length; i++) {
    if (raw[i] === 0xed && raw[i + 1] >= 0xa0) {
      parts.push(raw.toString('utf8', start, i), String.fromCharCode(0xd000 | ((raw[i + 1] & 63) << 6) | (raw[i + 2] & 63)));
      start = i + 3;
      i += 2;
    }
  }
  parts.push(raw.toString('utf8', start));
  return parts.join('');
}

// decode returns the value that bytes hold.
function decode(bytes) {
  const d = new Decoder(bytes);
  const v = d.value();
  if (d.pos !== bytes.length) throw d.bad('bytes after the value');
  return v;
}

module.exports = { decode, makeError, CannotCross };
