#!/usr/bin/env python3
"""Kills `paychain watch` again and again while logs are written and rotated, and compares the end with a batch run.

    python3 Benchmarks/kill.py                        1,000 SIGKILLs at random moments, and 300 runs with failures among them
    python3 Benchmarks/kill.py --kills 20 --faults 20 a short version
    python3 Benchmarks/kill.py --kills 0 --faults 50 --only power,sync

Failures: `size` (files may not grow: RLIMIT_FSIZE), `readonly`, `locked` (another process has the store), and on Linux, by faults.c, which is
compiled with cc and preloaded: `write` (EIO), `full` (ENOSPC, some writes in part), `sync` (fsync and fdatasync fail), `die` (killed before or
in the middle of one write or sync), `power` (killed there, and what was written and not synced is gone: all, the last of it, or any sectors).

A world is simulated and its logs are written piece by piece by this script: lines cut anywhere, application and access logs rotated
by renaming, by copying and truncating, and packed a while later. `paychain watch` runs over them and is killed at a random moment, many
times. At the end one run takes in the rest, and what the store tells (`orders --ndjson`) and its counters must be, byte for byte, what
`analyze` tells of the final files. Exit code 0 only then.
"""
import argparse
import gzip
import json
import os
import random
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))


def find_program(given):
    for path in [given, os.path.join(HERE, "../.build/release/paychain"), os.path.join(HERE, "../.build/debug/paychain")]:
        if path and os.access(path, os.X_OK):
            return os.path.abspath(path)
    sys.exit("no paychain: build it, or name it with --program")


class Writer:
    """Writes the logs of a world as its services would."""

    def __init__(self, source, target, rng, pace):
        self.target, self.rng = target, rng
        self.files = []
        for folder, _, names in os.walk(source):
            for name in sorted(names):
                path = os.path.join(folder, name)
                data = open(path, "rb").read()
                self.files.append({"path": os.path.relpath(path, source), "data": data, "done": 0, "generation": 0})
        self.files.sort(key=lambda f: f["path"])
        for f in self.files:
            # Older generations of the world's own are written before the current one.
            f["older"] = [o for o in self.files if o["path"].startswith(f["path"] + ".")]
            f["rotates"] = not self.is_whole(f) and not f["path"][-1].isdigit()
        self.total = sum(len(f["data"]) for f in self.files)
        self.step = max(1, self.total // pace)
        self.rotated = 0
        self.waiting = []          # rotated files that will be packed

    def is_whole(self, f):
        return f["path"].endswith((".gz", ".zip", ".csv", ".txt", ".json"))

    def finished(self):
        return all(f["done"] >= len(f["data"]) for f in self.files)

    def write(self, amount):
        while amount > 0:
            left = [f for f in self.files if f["done"] < len(f["data"]) and all(o["done"] == len(o["data"]) for o in f["older"])]
            if not left:
                return
            # The earliest first, mostly: time goes on in all files together.
            f = self.rng.choice(sorted(left, key=lambda f: f["done"] / len(f["data"]))[:6])
            path = os.path.join(self.target, f["path"])
            os.makedirs(os.path.dirname(path), exist_ok=True)
            if self.is_whole(f):
                with open(path + ".part", "wb") as out:
                    out.write(f["data"])
                os.rename(path + ".part", path)
                amount -= len(f["data"])
                f["done"] = len(f["data"])
                continue
            size = min(len(f["data"]) - f["done"], self.rng.randint(1, max(2, min(self.step, 200_000))))
            if self.rng.random() < 0.5:
                size = (f["data"].find(b"\n", f["done"] + size - 1) + 1 or len(f["data"])) - f["done"]
            with open(path, "ab") as out:
                out.write(f["data"][f["done"]:f["done"] + size])
            f["done"] += size
            amount -= size
            if f["rotates"] and self.rng.random() < 0.03:
                self.rotate(f, path)
        for path in self.waiting[:]:
            if self.rng.random() < 0.2:
                self.pack(path)

    def rotate(self, f, path):
        """a.log.1 -> a.log.2 …, a.log -> a.log.1; at most at a line's end, as logrotate's writers do."""
        end = f["data"].rfind(b"\n", 0, f["done"])
        if end + 1 != f["done"] or f["done"] >= len(f["data"]):
            return
        if f["generation"] >= 4 or os.path.getsize(path) < 1_000:
            return
        for number in range(f["generation"] + len(f["older"]) + 1, 0, -1):
            for ending in ["", ".gz"]:
                old, new = f"{path}.{number}{ending}", f"{path}.{number + 1}{ending}"
                if os.path.exists(old):
                    os.rename(old, new)
                    self.waiting = [new if p == old else p for p in self.waiting]
        if self.rng.random() < 0.5:
            os.rename(path, path + ".1")
        else:
            shutil.copyfile(path, path + ".1")
            os.truncate(path, 0)
        f["generation"] += 1
        self.rotated += 1
        if self.rng.random() < 0.3:
            self.waiting.append(path + ".1")

    def pack(self, path):
        self.waiting.remove(path)
        with open(path, "rb") as data, open(path + ".gz.tmp", "wb") as raw, gzip.GzipFile(fileobj=raw, mode="wb", mtime=0, filename="") as out:
            shutil.copyfileobj(data, out)
        os.rename(path + ".gz.tmp", path + ".gz")
        os.remove(path)


def compile_faults(work):
    """The library that makes the disk fail; None where it cannot be had."""
    library = os.path.join(work, "faults.so")
    compiler = next((c for c in ["cc", "gcc", "clang"] if shutil.which(c)), None)
    if not sys.platform.startswith("linux") or not compiler:
        print("no faults.c here (needs Linux and cc): writes and syncs do not fail", file=sys.stderr)
        return None
    subprocess.run([compiler, "-O1", "-shared", "-fPIC", "-o", library, os.path.join(HERE, "faults.c"), "-ldl", "-lpthread"], check=True)
    return library


def told(program, database, folder):
    """What a store tells: every order as NDJSON, and the tables themselves."""
    orders = subprocess.run([program, "orders", "--ndjson", "--db", database], cwd=folder, capture_output=True)
    if orders.returncode not in (0, 1):
        sys.exit("orders failed: " + orders.stderr.decode())
    store = sqlite3.connect(database)
    tables = {name: store.execute(f"SELECT * FROM {name} ORDER BY 1").fetchall()
              for name in ["orders", "proofs", "sources", "devices", "damage", "loose"]}
    context, summary = store.execute("SELECT context, summary FROM run").fetchone()
    # The last eight bytes are how long the run took.
    tables["run"] = [context, summary[:-8]]
    store.close()
    return orders.stdout, tables


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program")
    parser.add_argument("--kills", type=int, default=1_000)
    parser.add_argument("--faults", type=int, default=300)
    parser.add_argument("--only", help="kinds of failures, by commas")
    parser.add_argument("--orders", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", action="store_true")
    options = parser.parse_args()
    program = find_program(options.program)
    rng = random.Random(options.seed)
    work = tempfile.mkdtemp(prefix="paychain-kill-")
    world, live = os.path.join(work, "world"), os.path.join(work, "live")
    os.makedirs(live)
    subprocess.run([program, "simulate", world, "--orders", str(options.orders), "--seed", str(options.seed), "--quiet"],
                   check=True, stdout=subprocess.DEVNULL)
    config = os.path.join(world, "paychain.yaml")
    # Personal values become tokens by a key; without a file each process has one of its own.
    key = os.path.join(work, "mask.key")
    with open(os.open(key, os.O_WRONLY | os.O_CREAT, 0o600), "w") as out:
        out.write("%032x\n" % rng.getrandbits(128))
    runs = options.kills + options.faults
    writer = Writer(os.path.join(world, "logs"), live, rng, pace=max(2_000, runs * 60))
    database = os.path.join(work, "watch.db")
    command = [program, "watch", live, "--db", database, "--config", config, "--mask-key-file", key, "--batch-interval", "1s", "--quiet"]
    library = compile_faults(work)
    faults = ["size", "locked", "readonly"] + (["write", "full", "sync", "die", "power", "power"] if library else [])
    if options.only:
        faults = [f for f in faults if f in options.only.split(",")]
    report = os.path.join(work, "report")
    kinds = ["kill"] * options.kills + ["fault"] * options.faults
    rng.shuffle(kinds)
    began, died, ended = time.time(), 0, {}
    for number, kind in enumerate(kinds):
        fault = rng.choice(faults) if kind == "fault" else None
        lock = None
        environment = dict(os.environ)
        if fault in ("write", "full", "sync", "die", "power"):
            # A small number strikes while it opens the store; a batch makes a few dozen calls, a checkpoint hundreds.
            after = rng.randint(1, rng.choice([5, 20, 60, 200]))
            environment["LD_PRELOAD"] = library
            environment["PAYCHAIN_FAULTS"] = (f"kind={fault} seed={rng.getrandbits(60)} after={after} count={rng.choice([1, 1, 3, 20, 1_000])} "
                                              f"report={report} path={os.path.realpath(database)}")

        def limits():
            if fault == "size":
                signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
                now = os.path.getsize(database) if os.path.exists(database) else 0
                resource.setrlimit(resource.RLIMIT_FSIZE, (max(65_536, now // 2 + 4_096),) * 2)

        if fault == "locked" and os.path.exists(database):
            lock = sqlite3.connect(database, isolation_level=None)
            try:
                lock.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError:
                lock = None
        if fault == "readonly" and os.path.exists(database):
            os.chmod(database, 0o444)
        run = subprocess.Popen(command, cwd=work, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, preexec_fn=limits, env=environment)
        # Long enough for failures to strike, and to pass; a process that shall die dies when it does.
        end = time.time() + (rng.expovariate(1 / 0.25) if kind == "kill" else 5 if fault in ("die", "power") else rng.uniform(0.5, 2))
        share = writer.total / runs
        while time.time() < end and run.poll() is None:
            writer.write(share / 4)
            time.sleep(0.01)
        if writer.finished() is False:
            writer.write(share / 2)
        if run.poll() is None:
            run.send_signal(signal.SIGKILL)
            died += 1
        _, errors = run.communicate()
        ended[run.returncode] = ended.get(run.returncode, 0) + 1
        if run.returncode not in (-9, 0, 4):
            sys.exit(f"run {number} ended with {run.returncode}: {errors.decode()[-2_000:]}")
        if lock:
            lock.execute("ROLLBACK")
            lock.close()
        if os.path.exists(database):
            os.chmod(database, 0o644)
        if number % 100 == 99:
            print(f"{number + 1} runs, {died} killed, {writer.rotated} rotations, {time.time() - began:.0f} s", file=sys.stderr)
    while not writer.finished():
        writer.write(writer.total)
    last = subprocess.run(command + ["--once"], cwd=work, capture_output=True)
    if last.returncode != 0:
        sys.exit(f"the last run ended with {last.returncode}: {last.stderr.decode()}")
    batch = os.path.join(work, "batch.db")
    subprocess.run([program, "analyze", live, "--db", batch, "--config", config, "--mask-key-file", key, "--quiet"], cwd=work, check=True, stdout=subprocess.DEVNULL)
    struck = {}
    if os.path.exists(report):
        for line in open(report):
            kind = " ".join(line.split()[:2])
            struck[kind] = struck.get(kind, 0) + 1
    (mine, my_tables), (theirs, their_tables) = told(program, database, work), told(program, batch, work)
    differing = [name for name in their_tables if my_tables[name] != their_tables[name]]
    same = mine == theirs and not differing
    print(json.dumps({
        "runs": runs, "killed": died, "exit_codes": {str(k): v for k, v in sorted(ended.items())}, "struck": dict(sorted(struck.items())),
        "rotations": writer.rotated,
        "orders": theirs.count(b"\n"), "identical": mine == theirs, "tables_that_differ": differing,
        "seconds": round(time.time() - began, 1)}))
    if not same or options.keep:
        print(work, file=sys.stderr)
    else:
        shutil.rmtree(work)
    sys.exit(0 if same else 1)


main()
