#!/usr/bin/env python3
"""Checks that every submission of every problem here deserves its folder's name.

It compiles and runs the submissions directly, without a sandbox and without the
engine, so that what the engine is measured against was established by other
means. Nothing here is hostile; run it where trusted programs may run.

accepted              every case is accepted, and takes at most 1/FACTOR of the limit
wrong_answer          some case is rejected; none crashes or is too slow
time_limit_exceeded   some case needs over FACTOR times the limit; the others are accepted

Times are CPU times, so that load on the machine does not matter much. Exit code 0:
all as they should be; 1: some are not, each named on a line.
"""

import argparse
import hashlib
import os
import re
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
LANGUAGES = {"solution.py": "python", "solution.js": "javascript", "solution.c": "c", "solution.cpp": "cpp",
             "solution.go": "go", "Main.java": "java", "solution.rs": "rust"}
KINDS = ("accepted", "wrong_answer", "time_limit_exceeded")


def compile_argv(language, source, out):
    return {
        "c": ["gcc", "-O2", "-std=c11", "-o", out, source, "-lm"],
        "cpp": ["g++", "-O2", "-std=c++17", "-o", out, source],
        "go": ["go", "build", "-o", out, source],
        "java": ["javac", "-d", out, source],
        "rust": ["rustc", "-O", "--edition", "2021", "-o", out, source],
    }.get(language)


def run_argv(language, source, out):
    return {
        "python": [sys.executable, source],
        "javascript": ["node", source],
        "java": ["java", "-XX:+UseSerialGC", "-cp", out, "Main"],
    }.get(language, [out])


def compiled(language, source, build):
    """Compiles source once per content and returns the command that runs it."""
    with open(source, "rb") as f:
        key = hashlib.sha256(language.encode() + f.read()).hexdigest()[:24]
    out = os.path.join(build, key)
    argv = compile_argv(language, source, out)
    if argv and not os.path.exists(out):
        if language == "java":
            os.makedirs(out + ".new", exist_ok=True)
        new = out + ".new"
        done = subprocess.run([new if a == out else a for a in argv], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              env={**os.environ, "GO111MODULE": "off", "GOFLAGS": ""})
        if done.returncode:
            raise RuntimeError(f"does not compile:\n{done.stdout.decode()[:2000]}")
        os.rename(new, out)
    return run_argv(language, source, out)


def too_slow(code, cpu, cpu_seconds):
    """Says whether the kernel's own clock, which counts in ticks, ended the run."""
    return cpu >= cpu_seconds or code in (-signal.SIGXCPU, -signal.SIGKILL) or (code != 0 and cpu > 0.8 * cpu_seconds)


def limiter(cpu_seconds):
    def limit():
        resource.setrlimit(resource.RLIMIT_STACK, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        # The kernel counts in ticks and ends a little early, hence the second more.
        whole = int(cpu_seconds + 0.999) + 1
        resource.setrlimit(resource.RLIMIT_CPU, (whole, whole + 1))
    return limit


def run(argv, cpu_seconds, stdin, stdout):
    """Runs argv and returns its exit status and CPU seconds."""
    child = subprocess.Popen(argv, stdin=stdin, stdout=stdout, stderr=subprocess.DEVNULL, preexec_fn=limiter(cpu_seconds))
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    return child.returncode, usage.ru_utime + usage.ru_stime


class Problem:
    def __init__(self, name, build):
        self.name, self.dir, self.build = name, os.path.join(HERE, name), build
        with open(os.path.join(self.dir, "problem.yaml")) as f:
            text = f.read()
        self.limit = float(re.search(r"time_limit: *([\d.]+)", text).group(1))
        flags = re.search(r"^validator_flags: *(.*)$", text, re.M)
        self.flags = flags.group(1).split() if flags else []
        custom = re.search(r"^validation: *(.*)$", text, re.M)
        self.interactive = bool(custom) and "interactive" in custom.group(1)
        self.validator = None
        if custom and custom.group(1).startswith("custom"):
            folder = os.path.join(self.dir, "output_validators")
            (name,) = os.listdir(folder)
            source = os.path.join(folder, name)
            self.validator = compiled("cpp" if name.endswith(".cpp") else "python", source, build)
        self.cases = []
        for group in ("sample", "secret"):
            folder = os.path.join(self.dir, "data", group)
            for entry in sorted(os.listdir(folder)):
                if entry.endswith(".in"):
                    self.cases.append(os.path.join(folder, entry[:-3]))

    def judge(self, argv, case, cpu_seconds):
        """Returns "ok", "wrong", "crash" or "slow", and the CPU seconds."""
        with tempfile.TemporaryDirectory(dir=self.build) as scratch:
            if self.interactive:
                return self.talk(argv, case, cpu_seconds, scratch)
            output = os.path.join(scratch, "output")
            with open(case + ".in", "rb") as stdin, open(output, "wb") as stdout:
                code, cpu = run(argv, cpu_seconds, stdin, stdout)
            if too_slow(code, cpu, cpu_seconds):
                return "slow", cpu
            if code != 0:
                return "crash", cpu
            return ("ok" if self.accepts(case, output, scratch) else "wrong"), cpu

    def accepts(self, case, output, scratch):
        if self.validator:
            with open(output, "rb") as stdin:
                done = subprocess.run(self.validator + [case + ".in", case + ".ans", scratch] + self.flags, stdin=stdin)
            if done.returncode not in (42, 43):
                raise RuntimeError(f"validator exited with {done.returncode} on {case}")
            return done.returncode == 42
        with open(output, errors="replace") as f, open(case + ".ans") as g:
            got, want = f.read().split(), g.read().split()
        return len(got) == len(want) and all(map(self.equal, got, want))

    def equal(self, got, want):
        if "case_sensitive" not in self.flags:
            got, want = got.lower(), want.lower()
        if got == want:
            return True
        if "float_tolerance" not in self.flags:
            return False
        eps = float(self.flags[self.flags.index("float_tolerance") + 1])
        try:
            g, w = float(got), float(want)
        except ValueError:
            return False
        return abs(g - w) <= eps * max(1.0, abs(w))

    def talk(self, argv, case, cpu_seconds, scratch):
        """Joins the submission and the interactor by two pipes."""
        to_sub, from_judge = os.pipe()
        to_judge, from_sub = os.pipe()
        judge = subprocess.Popen(self.validator + [case + ".in", case + ".ans", scratch], stdin=to_judge, stdout=from_judge)
        os.close(to_judge), os.close(from_judge)
        child = subprocess.Popen(argv, stdin=to_sub, stdout=from_sub, stderr=subprocess.DEVNULL, preexec_fn=limiter(cpu_seconds))
        os.close(to_sub), os.close(from_sub)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        code, cpu = judge.wait(), usage.ru_utime + usage.ru_stime
        if too_slow(child.returncode, cpu, cpu_seconds):
            return "slow", cpu
        if code == 43:
            return "wrong", cpu
        if child.returncode != 0:
            return "crash", cpu
        return ("ok" if code == 42 else "broken interactor"), cpu

    def check(self, kind, file, factor):
        """Returns what is wrong with a submission, or "", and its longest accepted time."""
        source = os.path.join(self.dir, "submissions", kind, file)
        try:
            argv = compiled(LANGUAGES[file], source, self.build)
        except RuntimeError as err:
            return str(err), 0.0
        slow = kind == "time_limit_exceeded"
        seen, longest = {}, 0.0
        for case in self.cases:
            result, cpu = self.judge(argv, case, self.limit * (factor if slow else 1))
            seen.setdefault(result, []).append(os.path.basename(case))
            longest = max(longest, cpu) if result != "slow" else longest
        want = {"accepted": {"ok"}, "wrong_answer": {"ok", "wrong"}, "time_limit_exceeded": {"ok", "slow"}}[kind]
        if set(seen) - want or (kind != "accepted" and set(seen) == {"ok"}):
            return str({k: v for k, v in seen.items() if k != "ok"} or "accepted"), longest
        if kind == "accepted" and longest * factor > self.limit:
            return f"takes {longest:.2f} s of {self.limit:g} s", longest
        if slow and longest * 2 > self.limit:
            return f"another case takes {longest:.2f} s of {self.limit:g} s", longest
        return "", longest


def main():
    ap = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    ap.add_argument("problems", nargs="*", help="all when none is named")
    ap.add_argument("--kinds", default=",".join(KINDS))
    ap.add_argument("--languages", default=",".join(LANGUAGES.values()))
    ap.add_argument("--factor", type=float, default=5, help="how far from the limit, in both directions")
    ap.add_argument("--build", default=os.path.join(tempfile.gettempdir(), "steelyard-problems"))
    ap.add_argument("-j", type=int, default=os.cpu_count())
    args = ap.parse_args()
    os.makedirs(args.build, exist_ok=True)
    names = args.problems or sorted(d for d in os.listdir(HERE) if os.path.isdir(os.path.join(HERE, d, "submissions")))
    problems = [Problem(name.strip("/"), args.build) for name in names]
    jobs = [(p, kind, file) for kind in args.kinds.split(",") for p in problems
            for file, language in LANGUAGES.items() if language in args.languages.split(",")]
    started, off, times, lock = time.time(), [], {}, threading.Lock()

    def work(job):
        problem, kind, file = job
        fault, longest = problem.check(kind, file, args.factor)
        with lock:
            if fault:
                off.append(job)
                print(f"{problem.name}/{kind}/{file}: {fault}", flush=True)
            elif kind == "accepted":
                times[LANGUAGES[file]] = max(times.get(LANGUAGES[file], (0,)), (longest, problem.name))

    with ThreadPoolExecutor(args.j) as pool:
        list(pool.map(work, jobs))
    for language, (seconds, name) in sorted(times.items()):
        print(f"slowest accepted in {language}: {seconds:.2f} s ({name})")
    print(f"{len(problems)} problems, {len(jobs)} submissions, {len(off)} off, {time.time() - started:.0f} s")
    return 1 if off else 0


if __name__ == "__main__":
    sys.exit(main())
