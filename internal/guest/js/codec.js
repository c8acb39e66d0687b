'use strict';
// The JavaScript side of the value codec; internal/compare/codec.go documents
// the form. Everything the encoder uses is taken here, before any code of a
// candidate runs: a candidate may replace JSON.stringify or Array.prototype, and
// the encoder goes on reading own data properties by the language's own
// functions. It runs no getter, no proxy trap, no toJSON and no valueOf.

const { types } = require('node:util');

const { apply, getPrototypeOf, getOwnPropertyDescriptor, ownKeys, defineProperty } = Reflect;
const isArray = Array.isArray;
const GlobalBuffer = Buffer;
const bind = (method) => (self, ...args) => apply(method, self, args);
const slice = bind(GlobalBuffer.prototype.subarray);
const copy = bind(GlobalBuffer.prototype.copy);
const utf8Write = bind(GlobalBuffer.prototype.utf8Write);
const latin1Write = bind(GlobalBuffer.prototype.latin1Write);
const writeDouble = bind(GlobalBuffer.prototype.writeDoubleBE);
const byteLength = GlobalBuffer.byteLength;
const allocUnsafe = GlobalBuffer.allocUnsafe;
const bufferFrom = GlobalBuffer.from;
const charCodeAt = bind(String.prototype.charCodeAt);
const bigToString = bind(BigInt.prototype.toString);
const numberToString = bind(Number.prototype.toString);
const dateValue = bind(Date.prototype.getTime);
const dateISO = bind(Date.prototype.toISOString);
const getter = (proto, name) => bind(getOwnPropertyDescriptor(proto, name).get);
const regexpSource = getter(RegExp.prototype, 'source');
const regexpFlags = getter(RegExp.prototype, 'flags');
const mapForEach = bind(Map.prototype.forEach);
const setForEach = bind(Set.prototype.forEach);
const mapSize = getter(Map.prototype, 'size');
const setSize = getter(Set.prototype, 'size');
const typedProto = getPrototypeOf(Uint8Array.prototype);
const typedBuffer = getter(typedProto, 'buffer');
const typedOffset = getter(typedProto, 'byteOffset');
const typedBytes = getter(typedProto, 'byteLength');
const typedLength = getter(typedProto, 'length');
const numberValue = bind(Number.prototype.valueOf);
const stringValue = bind(String.prototype.valueOf);
const booleanValue = bind(Boolean.prototype.valueOf);
const generatorNext = bind(getPrototypeOf(function* () {}).prototype.next);
const mapIterNext = bind(getPrototypeOf(new Map().entries()).next);
const setIterNext = bind(getPrototypeOf(new Set().values()).next);
const MapClass = Map;
const SetClass = Set;
const setHas = bind(Set.prototype.has);
const setAdd = bind(Set.prototype.add);
const setDelete = bind(Set.prototype.delete);

const objectProto = Object.prototype;
const arrayProto = Array.prototype;
const wellFormed = String.prototype.isWellFormed ? bind(String.prototype.isWellFormed) : (text) => {
  for (let i = 0; i < text.length; i++) { // Node.js 18
    const c = charCodeAt(text, i);
    if (c < 0xd800 || c > 0xdfff) continue;
    if (c > 0xdbff || i + 1 === text.length || charCodeAt(text, i + 1) >> 10 !== 0x37) return false;
    i++;
  }
  return true;
};

// The caps of internal/compare, and a cap of our own on what a generator yields.
const CAPS = { bytes: 16 << 20, items: 1 << 20, depth: 200, generated: 100000 };

const typedNames = {
  __proto__: null,
  Int8Array: '|i1', Uint8ClampedArray: '|u1', Int16Array: '<i2', Uint16Array: '<u2', Int32Array: '<i4', Uint32Array: '<u4',
  Float32Array: '<f4', Float64Array: '<f8', BigInt64Array: '<i8', BigUint64Array: '<u8',
};

// Built-in classes by their prototype, so that a class which only bears the
// name is not taken for one.
const builtins = new MapClass();
for (const C of [Map, Set, Date, RegExp, Number, String, Boolean, Uint8Array, Error, TypeError, RangeError, SyntaxError,
  ReferenceError, EvalError, URIError, AggregateError, Int8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array,
  Uint32Array, Float32Array, Float64Array, BigInt64Array, BigUint64Array, Buffer]) builtins.set(C.prototype, C.name);
const builtinName = ((get) => (proto) => apply(get, builtins, [proto]))(Map.prototype.get);

class TooLarge extends Error {}

// own returns the value of an own data property; an accessor is not run.
function own(object, key) {
  const d = getOwnPropertyDescriptor(object, key);
  return d !== undefined && 'value' in d ? d.value : undefined;
}

// className names the class of an object by its prototype's constructor, read
// without running anything. A class of the candidate's own never has the name of
// a built-in one.
function className(value) {
  const proto = getPrototypeOf(value);
  if (proto === null) return 'null prototype';
  const builtin = builtinName(proto);
  if (builtin !== undefined) return builtin;
  if (types.isProxy(proto)) return 'class Proxy';
  const C = own(proto, 'constructor');
  const name = typeof C === 'function' && !types.isProxy(C) ? own(C, 'name') : undefined;
  return 'class ' + (typeof name === 'string' ? apply(String.prototype.slice, name, [0, 80]) : '');
}

class Encoder {
  constructor() {
    this.buf = allocUnsafe(4096);
    this.pos = 0;
    this.items = 0;
    this.open = new SetClass();
  }

  room(n) {
    if (this.pos + n <= this.buf.length) return;
    if (this.pos + n > CAPS.bytes) throw new TooLarge();
    const next = allocUnsafe(this.buf.length * 2 > this.pos + n ? this.buf.length * 2 : this.pos + n + 4096);
    copy(this.buf, next, 0, 0, this.pos);
    this.buf = next;
  }

  raw(text) { // ASCII
    this.room(text.length);
    this.pos += latin1Write(this.buf, text, this.pos, text.length);
  }

  str(text) {
    if (!wellFormed(text)) return this.wtf8(text);
    const n = byteLength(text, 'utf8');
    this.raw(n + ';');
    this.room(n);
    this.pos += utf8Write(this.buf, text, this.pos, n);
  }

  // wtf8 writes a string that has lone surrogates.
  wtf8(text) {
    if (text.length * 3 > CAPS.bytes) throw new TooLarge();
    const out = allocUnsafe(text.length * 3);
    let n = 0;
    for (let i = 0; i < text.length; i++) {
      let c = charCodeAt(text, i);
      if (c >= 0xd800 && c < 0xdc00 && i + 1 < text.length) {
        const d = charCodeAt(text, i + 1);
        if (d >= 0xdc00 && d < 0xe000) {
          c = 0x10000 + ((c - 0xd800) << 10) + (d - 0xdc00);
          i++;
        }
      }
      if (c < 0x80) out[n++] = c;
      else if (c < 0x800) { out[n++] = 0xc0 | (c >> 6); out[n++] = 0x80 | (c & 63); }
      else if (c < 0x10000) { out[n++] = 0xe0 | (c >> 12); out[n++] = 0x80 | ((c >> 6) & 63); out[n++] = 0x80 | (c & 63); }
      else { out[n++] = 0xf0 | (c >> 18); out[n++] = 0x80 | ((c >> 12) & 63); out[n++] = 0x80 | ((c >> 6) & 63); out[n++] = 0x80 | (c & 63); }
    }
    this.bytes(slice(out, 0, n));
  }

  bytes(b) {
    this.raw(b.length + ';');
    this.room(b.length);
    copy(b, this.buf, this.pos);
    this.pos += b.length;
  }

  opaque(name) { this.raw('o'); this.str(name); }

  value(v, depth) {
    if (++this.items > CAPS.items) throw new TooLarge();
    switch (typeof v) {
      case 'undefined': return this.raw('U');
      case 'boolean': return this.raw(v ? 'T' : 'F');
      case 'number':
        this.room(9);
        this.buf[this.pos++] = 0x66;
        writeDouble(this.buf, v, this.pos);
        this.pos += 8;
        return undefined;
      case 'string': this.raw('s'); return this.str(v);
      case 'bigint': this.raw('i'); return this.str(bigToString(v, 16));
      case 'symbol': return this.opaque('symbol');
      case 'function': return this.opaque('function');
    }
    if (v === null) return this.raw('N');
    if (types.isProxy(v)) return this.opaque('Proxy');
    if (depth >= CAPS.depth) return this.opaque('nested too deeply');
    if (setHas(this.open, v)) return this.opaque('cycle');
    setAdd(this.open, v);
    this.object(v, depth);
    setDelete(this.open, v);
    return undefined;
  }

  object(v, depth) {
    const proto = getPrototypeOf(v);
    if (isArray(v)) {
      if (proto !== arrayProto) { this.raw('K'); this.str(className(v)); }
      return this.list(v, depth);
    }
    if (proto === objectProto && !types.isArgumentsObject(v) && !types.isExternal(v) && !types.isModuleNamespaceObject(v)) return this.pairs(v, depth);
    if (types.isPromise(v)) return this.opaque('Promise');
    if (types.isNativeError(v)) return this.error(v);
    const name = className(v);
    // A method toJSON decides what JSON.stringify gives; it is not called.
    if (types.isMap(v)) {
      this.raw('K'); this.str(name === 'Map' ? 'Map' : name); this.raw('d' + numberToString(mapSize(v)) + ';');
      mapForEach(v, (value, key) => { this.value(key, depth + 1); this.value(value, depth + 1); });
      return undefined;
    }
    if (types.isSet(v)) {
      if (name !== 'Set') { this.raw('K'); this.str(name); }
      this.raw('S' + numberToString(setSize(v)) + ';');
      setForEach(v, (value) => this.value(value, depth + 1));
      return undefined;
    }
    if (types.isDate(v)) {
      const ms = dateValue(v);
      return this.boxed(name, ms === ms ? [ms, dateISO(v)] : [ms], depth);
    }
    if (types.isRegExp(v)) return this.boxed(name, [regexpSource(v), regexpFlags(v)], depth);
    if (types.isNumberObject(v)) return this.boxed(name, [numberValue(v)], depth);
    if (types.isStringObject(v)) return this.boxed(name, [stringValue(v)], depth);
    if (types.isBooleanObject(v)) return this.boxed(name, [booleanValue(v)], depth);
    if (types.isTypedArray(v)) return this.typed(v, name);
    if (types.isGeneratorObject(v)) return this.iterator(v, '', generatorNext, depth);
    if (types.isMapIterator(v)) return this.iterator(v, 'Map Iterator', mapIterNext, depth);
    if (types.isSetIterator(v)) return this.iterator(v, 'Set Iterator', setIterNext, depth);
    if (types.isBoxedPrimitive(v) || types.isAnyArrayBuffer(v) || types.isDataView(v) || types.isWeakMap(v) || types.isWeakSet(v) ||
      types.isArgumentsObject(v) || types.isExternal(v) || types.isModuleNamespaceObject(v)) return this.opaque(name);
    if (this.hasToJSON(v)) return this.opaque('toJSON');
    this.raw('K'); this.str(name);
    return this.pairs(v, depth);
  }

  hasToJSON(v) {
    for (let o = v, n = 0; o !== null && o !== objectProto; o = getPrototypeOf(o), n++) {
      if (types.isProxy(o) || n > 100 || getOwnPropertyDescriptor(o, 'toJSON') !== undefined) return true;
    }
    return false;
  }

  list(v, depth) {
    const n = own(v, 'length');
    if (n > CAPS.items - this.items) throw new TooLarge();
    this.raw('l' + numberToString(n) + ';');
    for (let i = 0; i < n; i++) {
      const d = getOwnPropertyDescriptor(v, i);
      if (d === undefined) this.value(undefined, depth + 1);
      else if ('value' in d) this.value(d.value, depth + 1);
      else this.opaque('accessor');
    }
  }

  pairs(v, depth) {
    const keys = ownKeys(v);
    const kept = [];
    let n = 0;
    for (let i = 0; i < keys.length; i++) {
      const d = getOwnPropertyDescriptor(v, keys[i]);
      if (d === undefined || !d.enumerable || typeof keys[i] === 'symbol') continue;
      defineProperty(kept, n++, { value: { __proto__: null, key: keys[i], d }, writable: true, enumerable: true, configurable: true });
    }
    this.raw('d' + numberToString(n) + ';');
    for (let i = 0; i < n; i++) {
      const { key, d } = kept[i];
      this.value(key, depth + 1);
      if (!('value' in d)) this.opaque('accessor');
      else if (key === 'toJSON' && typeof d.value === 'function') this.opaque('toJSON');
      else this.value(d.value, depth + 1);
    }
  }

  boxed(name, parts, depth) {
    this.raw('K'); this.str(name); this.raw('t' + parts.length + ';');
    for (let i = 0; i < parts.length; i++) this.value(parts[i], depth + 1);
  }

  typed(v, name) {
    const bytes = bufferFrom(typedBuffer(v), typedOffset(v), typedBytes(v));
    this.items += typedLength(v);
    if (this.items > CAPS.items) throw new TooLarge();
    if (name === 'Uint8Array' || name === 'Buffer') {
      this.raw('y');
      return this.bytes(bytes);
    }
    const dtype = typedNames[name];
    if (dtype === undefined) return this.opaque(name);
    this.raw('a'); this.str(dtype); this.raw('1;' + numberToString(typedLength(v)) + ';');
    return this.bytes(bytes);
  }

  // iterator runs an iterator to its end, at most CAPS.generated items.
  iterator(v, name, next, depth) {
    const items = [];
    let n = 0;
    for (; n < CAPS.generated; n++) {
      const r = next(v);
      if (r.done) break;
      defineProperty(items, n, { value: r.value, writable: true, enumerable: true, configurable: true });
    }
    if (n === CAPS.generated) return this.opaque('endless iterator');
    this.raw('g'); this.str(name); this.raw(n + ';');
    for (let i = 0; i < n; i++) this.value(items[i], depth + 1);
    return undefined;
  }

  error(v) {
    let builtin = 'Error';
    for (let p = getPrototypeOf(v), n = 0; p !== null && n < 100 && !types.isProxy(p); p = getPrototypeOf(p), n++) {
      const name = builtinName(p);
      if (name !== undefined) { builtin = name; break; }
    }
    const name = className(v);
    const message = own(v, 'message');
    this.raw('e'); this.str(builtin); this.str(name === builtin ? '' : name);
    this.str(typeof message === 'string' ? apply(String.prototype.slice, message, [0, 2000]) : '');
  }
}

// encode returns the bytes of a value; one beyond the caps becomes an opaque.
function encode(v) {
  const e = new Encoder();
  try {
    e.value(v, 0);
  } catch (err) {
    if (!(err instanceof TooLarge)) throw err;
    const small = new Encoder();
    small.opaque('value too large');
    return slice(small.buf, 0, small.pos);
  }
  return slice(e.buf, 0, e.pos);
}

// encodeThrown returns the bytes of what was thrown, whatever it is.
function encodeThrown(v) {
  if (typeof v === 'object' && v !== null && !types.isProxy(v) && types.isNativeError(v)) return encode(v);
  const e = new Encoder();
  e.raw('e'); e.str('Error'); e.str('thrown ' + typeof v);
  let text = '';
  if (typeof v === 'string') text = apply(String.prototype.slice, v, [0, 2000]);
  else if (typeof v === 'number' || typeof v === 'boolean' || v == null) text = '' + v;
  e.str(text);
  return slice(e.buf, 0, e.pos);
}

module.exports = { encode, encodeThrown, CAPS };
