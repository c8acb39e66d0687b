'use strict';
// The driver that calls a JavaScript candidate's function, and the tester that
// runs a published test program against a candidate in another process.
//
//	node driver.js rows                 the order is JSON on descriptor 0
//	node driver.js candidate FILE       the order is in FILE; calls come on 0
//	node driver.js tester FILE          the order is in FILE; answers come on 0
//
// Order of rows and candidate: {"before", "code", "after", "entry", "class"},
// "needs" (modules that the task's solution requires), and for rows "rows":
// [{"args": source of an array, "await": bool}]. Order of tester: {"before",
// "prelude", "setup", "entry", "checks": [source]}.
//
// A frame is a letter, a number, ";", a length, ";" and that many bytes.
// Descriptor 3 gets, from rows and candidate:
//
//	Q0  a needed module is not there
//	B0  the candidate's code runs now; what follows may be forged
//	L0  the code was loaded and the entry point is there
//	X0  loading threw: an encoded exception
//	M0  the code was loaded and defines no entry point
//	Rn  what row n returned, encoded (codec.js); En what it threw
//	Z0  all rows were called
//
// and from the tester, with JSON inside:
//
//	An  an assertion of check n: {"ok", "message"}
//	Tn  check n threw: {"blame", "name", "message", "module"}
//	Fn  check n ran to its end: {"calls"}
//	D0  everything ran to its end
//
// Between the two, on their standard streams: Cn, a call with its encoded
// argument list; answered by Rn or Pn (a promise that was fulfilled) with the
// encoded list [result, arguments or null, alias], En or Wn (a promise that was
// rejected) with an encoded exception.
//
// The candidate runs in the main context of this process, not in a context of
// node:vm: vm is no security border, its objects fail instanceof and have other
// prototypes, and what separates tests from candidates is the process. What a
// candidate can reach here is the arguments of its own calls; the expected
// values are elsewhere.

const fs = require('node:fs');
const vm = require('node:vm');
const { types } = require('node:util');
const { createRequire } = require('node:module');
const { encode, encodeThrown } = require('./codec.js');
const { decode, makeError, CannotCross } = require('./decode.js');

const { apply, construct, getPrototypeOf } = Reflect;
const { readSync, writeSync, readFileSync } = fs;
const allocUnsafe = Buffer.allocUnsafe;
const bufferFrom = Buffer.from;
const concat = Buffer.concat;
const equals = Buffer.prototype.equals;
const then = Promise.prototype.then;
const NativePromise = Promise;
const wait = Atomics.wait;
const sleeper = new Int32Array(new SharedArrayBuffer(4));
const exit = process.reallyExit.bind(process);
const defineProperty = Object.defineProperty;
// Where the version allows it, import() in a script loads as it does in a file.
const importModuleDynamically = vm.constants?.USE_MAIN_CONTEXT_DEFAULT_LOADER;
const evaluate = (code, filename) => new vm.Script(code, { filename, importModuleDynamically }).runInThisContext();
const stringify = JSON.stringify;

const RESULT = 3;
const CAP = 32 << 20;

function writeAll(fd, bytes) {
  for (let at = 0; at < bytes.length;) {
    try {
      at += writeSync(fd, bytes, at);
    } catch (e) {
      if (e.code !== 'EAGAIN') throw e;
      wait(sleeper, 0, 0, 1);
    }
  }
}

function frame(fd, kind, number, payload) {
  writeAll(fd, concat([bufferFrom(`${kind}${number};${payload.length};`, 'latin1'), payload]));
}

const report = (kind, number, payload) => frame(RESULT, kind, number, payload === undefined ? allocUnsafe(0) : payload);
const reportJSON = (kind, number, value) => report(kind, number, bufferFrom(stringify(value), 'utf8'));

// Reader reads frames from a descriptor, waiting for each.
class Reader {
  constructor(fd) {
    this.fd = fd;
    this.buf = allocUnsafe(65536);
    this.from = 0;
    this.to = 0;
  }

  // more reads on; false at the end of the stream.
  more(need) {
    if (this.from > 0) {
      this.buf.copyWithin(0, this.from, this.to);
      this.to -= this.from;
      this.from = 0;
    }
    if (need > this.buf.length) {
      const next = allocUnsafe(need);
      this.buf.copy(next, 0, 0, this.to);
      this.buf = next;
    }
    if (this.to === this.buf.length) return false;
    for (;;) {
      try {
        const n = readSync(this.fd, this.buf, this.to, this.buf.length - this.to, null);
        this.to += n;
        return n > 0;
      } catch (e) {
        if (e.code === 'EOF') return false;
        if (e.code !== 'EAGAIN') throw e;
        wait(sleeper, 0, 0, 1);
      }
    }
  }

  // next returns {kind, number, payload}, or null at the end of the stream.
  next() {
    for (;;) {
      const text = this.buf.latin1Slice(this.from, this.to < this.from + 32 ? this.to : this.from + 32);
      const head = /^([A-Z])(\d{1,9});(\d{1,9});/.exec(text);
      if (head === null) {
        if (text.length >= 32 || !this.more(0)) return null;
        continue;
      }
      const length = Number(head[3]);
      if (length > CAP) return null;
      while (this.to - this.from < head[0].length + length) {
        if (!this.more(head[0].length + length)) return null;
      }
      const at = this.from + head[0].length;
      const payload = bufferFrom(this.buf.subarray(at, at + length));
      this.from = at + length;
      return { kind: head[1], number: Number(head[2]), payload };
    }
  }
}

function readOrder(file) {
  if (file !== undefined) return JSON.parse(readFileSync(file, 'utf8'));
  const parts = [];
  for (;;) {
    const b = allocUnsafe(65536);
    try {
      const n = readSync(0, b, 0, b.length, null);
      if (n === 0) break;
      parts.push(b.subarray(0, n));
    } catch (e) {
      if (e.code === 'EOF') break;
      if (e.code !== 'EAGAIN') throw e;
      wait(sleeper, 0, 0, 1);
    }
  }
  return JSON.parse(concat(parts).toString('utf8'));
}

// installModule gives code that runs as a script what a CommonJS module has.
// missing is called with the name of a module that was not found.
function installModule(missing) {
  const file = `${process.cwd()}/candidate.js`;
  const find = createRequire(file);
  const require = function require(id) {
    try {
      return apply(find, undefined, [id]);
    } catch (e) {
      if (typeof id === 'string' && e !== null && typeof e === 'object' && !types.isProxy(e) && e.code === 'MODULE_NOT_FOUND') missing(id);
      throw e;
    }
  };
  require.resolve = find.resolve;
  require.cache = find.cache;
  const module = { exports: {}, id: '.', filename: file, loaded: false, children: [], paths: [] };
  const globals = { require, module, exports: module.exports, __filename: file, __dirname: process.cwd() };
  for (const name of Object.keys(globals)) {
    defineProperty(globalThis, name, { value: globals[name], writable: true, enumerable: false, configurable: true });
  }
  return module;
}

// load runs the candidate's code and returns a function that calls the entry
// point, or undefined if there is none.
function load(order, module) {
  const source = [order.before, order.code, order.after].filter(Boolean).join('\n');
  evaluate(source, 'candidate.js');
  const name = order.class || order.entry;
  let found;
  try {
    found = evaluate(`typeof ${name} === 'undefined' ? undefined : ${name}`, 'entry.js');
  } catch {
    found = undefined; // declared, and never initialised
  }
  if (found === undefined) {
    const exported = module.exports;
    if (exported !== null && typeof exported === 'object' && typeof exported[name] === 'function') found = exported[name];
    else if (typeof exported === 'function') found = exported;
  }
  if (typeof found !== 'function') return undefined;
  if (!order.class) return (args) => apply(found, undefined, args);
  return (args) => {
    const object = construct(found, []);
    return apply(object[order.entry], object, args);
  };
}

// reportNeeds says which modules of the task's solution are not there. It looks
// outside the working folder, where files of the candidate may lie.
function reportNeeds(needs) {
  const { resolve } = createRequire('/needs.js');
  for (const id of needs) {
    try {
      resolve(id);
    } catch {
      report('Q', 0, bufferFrom(id, 'utf8'));
    }
  }
}

function open(order) {
  reportNeeds(order.needs ?? []);
  report('B', 0);
  const module = installModule(() => {});
  let call;
  try {
    call = load(order, module);
  } catch (e) {
    report('X', 0, encodeThrown(e));
    exit(0);
  }
  if (call === undefined) {
    report('M', 0);
    exit(0);
  }
  report('L', 0);
  return call;
}

// settle waits for a promise without running anything the candidate put on it.
const settle = (promise) => new NativePromise((resolve) => {
  apply(then, promise, [(value) => resolve({ value }), (reason) => resolve({ reason, rejected: true })]);
});

async function rows() {
  const order = readOrder();
  // Arguments are made before any code of the candidate runs.
  const work = [];
  for (const r of order.rows) work.push({ args: evaluate(`(${r.args}\n)`, 'arguments.js'), wait: r.await });
  const call = open(order);
  const n = work.length;
  for (let i = 0; i < n; i++) {
    const { args, wait: waits } = work[i];
    let value;
    let threw = false;
    try {
      value = call(args);
    } catch (e) {
      value = e;
      threw = true;
    }
    if (!threw && waits && types.isPromise(value)) {
      const s = await settle(value);
      threw = s.rejected === true;
      value = threw ? s.reason : s.value;
    }
    report(threw ? 'E' : 'R', i, threw ? encodeThrown(value) : encodeSafely(value));
  }
  report('Z', 0);
  // Timers and handlers of the candidate have no say in when this ends.
  exit(0);
}

// encodeSafely encodes what a call returned; a generator that throws is an
// exception of the call.
function encodeSafely(value) {
  try {
    return encode(value);
  } catch (e) {
    return encodeThrown(e);
  }
}

async function candidate(file) {
  const order = readOrder(file);
  const calls = new Reader(0);
  // What the candidate prints must not get between the frames.
  defineProperty(process, 'stdout', { value: process.stderr, configurable: true, enumerable: true, writable: true });
  const call = open(order);
  for (let f = calls.next(); f !== null && f.kind === 'C'; f = calls.next()) {
    const args = decode(f.payload);
    let kind = 'R';
    let value;
    try {
      value = call(args);
    } catch (e) {
      kind = 'E';
      value = e;
    }
    if (kind === 'R' && types.isPromise(value)) {
      const s = await settle(value);
      kind = s.rejected ? 'W' : 'P';
      value = s.rejected ? s.reason : s.value;
    }
    if (kind === 'E' || kind === 'W') {
      frame(1, kind, f.number, encodeThrown(value));
      continue;
    }
    let alias = -1;
    for (let i = 0; i < args.length; i++) {
      if (value === args[i] && typeof value === 'object' && value !== null) { alias = i; break; }
    }
    const result = encodeSafely(value);
    const after = encodeSafely(args);
    const unchanged = apply(equals, after, [f.payload]);
    // The list [result, arguments, alias], put together from encoded parts.
    frame(1, kind, f.number, concat([
      bufferFrom('l3;', 'latin1'), result, unchanged ? bufferFrom('N', 'latin1') : after, encode(alias),
    ]));
  }
  exit(0);
}

// Foreign marks what the candidate threw, as opposed to the test.
const foreign = new WeakSet();

class CandidateGone extends Error {}
class CallbackArgument extends Error {}

// assignInto makes target hold what source holds, keeping the identity of
// containers, which the test may still refer to.
function assignInto(target, source) {
  if (Array.isArray(target) && Array.isArray(source)) {
    for (let i = 0; i < source.length; i++) target[i] = merged(target[i], source[i]);
    target.length = source.length;
  } else if (target instanceof Map && source instanceof Map) {
    const entries = [...source].map(([k, v]) => [k, merged(target.get(k), v)]);
    target.clear();
    for (const [k, v] of entries) target.set(k, v);
  } else if (target instanceof Set && source instanceof Set) {
    target.clear();
    for (const v of source) target.add(v);
  } else if (ArrayBuffer.isView(target) && ArrayBuffer.isView(source)) {
    for (let i = 0; i < target.length; i++) target[i] = source[i];
  } else if (target !== null && source !== null && typeof target === 'object' && typeof source === 'object') {
    for (const k of Object.keys(target)) if (!Object.hasOwn(source, k)) delete target[k];
    for (const k of Object.keys(source)) {
      const value = merged(Object.hasOwn(target, k) ? target[k] : undefined, source[k]);
      defineProperty(target, k, { value, writable: true, enumerable: true, configurable: true });
    }
  }
}

function merged(old, now) {
  const container = (v) => typeof v === 'object' && v !== null;
  if (!container(old) || !container(now) || getPrototypeOf(old) !== getPrototypeOf(now)) return now;
  assignInto(old, now);
  return old;
}

function hasFunction(v, seen = new Set()) {
  if (typeof v === 'function') return true;
  if (typeof v !== 'object' || v === null || seen.has(v)) return false;
  seen.add(v);
  if (v instanceof Map) return [...v].flat().some((x) => hasFunction(x, seen));
  if (v instanceof Set) return [...v].some((x) => hasFunction(x, seen));
  return Object.values(v).some((x) => hasFunction(x, seen));
}

// read decodes an answer; whatever is wrong with it is the candidate's fault.
function read(payload) {
  try {
    return decode(payload);
  } catch (e) {
    throw e instanceof CannotCross ? e : new CannotCross(`malformed value: ${e.message}`);
  }
}

function tester(file) {
  const order = readOrder(file);
  const answers = new Reader(0);
  defineProperty(process, 'stdout', { value: process.stderr, configurable: true, enumerable: true, writable: true });
  let check = 0;
  let calls = 0;
  let before = 0;
  const proxy = (...args) => {
    if (hasFunction(args)) {
      const why = 'an argument holds a function, which cannot cross the process border';
      throw calls === 0 ? new CallbackArgument(why) : new CannotCross(why);
    }
    const n = calls++;
    try {
      frame(1, 'C', n, encode(args));
    } catch (e) {
      if (e.code === 'EPIPE') throw new CandidateGone('the candidate is gone');
      throw e;
    }
    const f = answers.next();
    if (f === null || f.number !== n) throw new CandidateGone('the candidate gave no answer');
    if (f.kind === 'E' || f.kind === 'W') {
      let e;
      try { e = decode(f.payload); } catch { e = undefined; }
      if (!(e instanceof Error)) e = makeError('Error', '', 'unreadable exception');
      foreign.add(e);
      if (f.kind === 'W') return NativePromise.reject(e);
      throw e;
    }
    if (f.kind !== 'R' && f.kind !== 'P') throw new CandidateGone('the candidate gave no answer');
    const parts = read(f.payload);
    if (!Array.isArray(parts) || parts.length !== 3) throw new CannotCross('malformed answer');
    const [result, after, alias] = parts;
    if (Array.isArray(after)) {
      for (let i = 0; i < args.length && i < after.length; i++) merged(args[i], after[i]);
    }
    const value = Number.isInteger(alias) && alias >= 0 && alias < args.length ? args[alias] : result;
    return f.kind === 'P' ? NativePromise.resolve(value) : value;
  };
  console.assert = (ok, ...message) => {
    reportJSON('A', check, { ok: Boolean(ok), message: message.map(String).join(' ').slice(0, 300) });
  };
  const missing = new Set();
  installModule((id) => missing.add(id));
  const thrown = (e) => {
    const isError = typeof e === 'object' && e !== null && e instanceof Error;
    let blame = 'test';
    let module = '';
    if (typeof e === 'object' && e !== null && foreign.has(e)) blame = 'candidate';
    else if (e instanceof CandidateGone) blame = 'gone';
    else if (e instanceof CannotCross) blame = 'value';
    else if (e instanceof CallbackArgument) blame = 'callback';
    // Once the candidate was called, its answers may be the cause of anything: a
    // test that parses one throws SyntaxError.
    else if (isError && calls === 0 && e.code === 'MODULE_NOT_FOUND') { blame = 'task'; module = [...missing].pop() ?? ''; }
    else if (isError && calls === 0 && (e instanceof ReferenceError || e instanceof SyntaxError)) blame = 'task';
    reportJSON('T', check, { blame, module, name: isError ? String(e.name) : typeof e, message: String(isError ? e.message : e).slice(0, 500) });
  };
  process.on('uncaughtException', thrown);
  process.on('unhandledRejection', thrown);
  const params = 'require, module, exports, __filename, __dirname';
  for (check = 0; check < order.checks.length; check++) {
    before = calls;
    try {
      // The task's own helpers are outside, the proxy is inside: where the test
      // names a helper of the prompt it gets the task's copy.
      const program = `(function (${params}) {${order.before ?? ''}\n${order.prelude ?? ''}\n;return function (${order.entry}) {${order.setup ?? ''}\n${order.checks[check]}\n};\n})`;
      const test = evaluate(program, 'test.js')(globalThis.require, globalThis.module, globalThis.exports, __filename, __dirname);
      apply(test, undefined, [proxy]);
      reportJSON('F', check, { calls: calls - before });
    } catch (e) {
      thrown(e);
    }
  }
  check = order.checks.length - 1;
  // Asynchronous tests go on; the end is when nothing is left to happen.
  process.once('beforeExit', () => {
    reportJSON('D', 0, { calls });
    exit(0);
  });
}

const [mode, file] = process.argv.slice(2);
// The candidate sees a command line like any other.
process.argv.length = 1;
switch (mode) {
  case 'rows': rows(); break;
  case 'candidate': candidate(file); break;
  case 'tester': tester(file); break;
  default:
    process.stderr.write(`driver.js: mode ${mode}: want rows, candidate or tester\n`);
    process.exit(64);
}
