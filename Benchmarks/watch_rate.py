#!/usr/bin/env python3
"""Replays simulated days through `paychain watch`: how much it takes in, how far it lags behind, how much memory it has; `analyze` beside it.

    python3 Benchmarks/watch_rate.py                        a day of 20,000 orders at 480 times its speed (three minutes), then as fast as it goes
    python3 Benchmarks/watch_rate.py --orders 2000 --speed 2880
    python3 Benchmarks/watch_rate.py --days 3 --rules sample-logs/rules.yaml

The clock of the replay is the evidence's: every line is written to its file when the sped-up clock reaches its stamp, and `watch` judges by the
time of the evidence alone, deadlines and alerts included. Three runs over the same lines in one go, so that their ratios mean something on any machine:

    paced   lines are written by the clock. Lag is how long ago, on a real clock, it was as late as a change of a verdict says when it is told
            (`--ndjson`, after its commit): the wait for a batch, judging, committing. The time since the line was written that caused it
            is told beside; it is longer where a line had to wait for another one to find its order. Memory is sampled all the time; the
            day's hours show whether it grows.
    fast    everything is written at once while it watches, then SIGTERM: bytes and lines a second until all is judged.
    batch   `analyze` over the same files.

Prints one JSON object. Exit code 1 when the stores differ at the end.
"""
import argparse
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from datetime import datetime, timedelta, timezone

HERE = os.path.dirname(os.path.abspath(__file__))
SHANGHAI = timezone(timedelta(hours=8))
MONTHS = {m: i + 1 for i, m in enumerate("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split())}
ISO = re.compile(rb"(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d):(\d\d)[.,]?(\d{0,3})")
CLF = re.compile(rb"\[(\d\d)/(\w{3})/(\d{4}):(\d\d):(\d\d):(\d\d) ")


def find_program(given):
    for path in [given, os.path.join(HERE, "../.build/release/paychain"), os.path.join(HERE, "../.build/debug/paychain")]:
        if path and os.access(path, os.X_OK):
            return os.path.abspath(path)
    sys.exit("no paychain: build it, or name it with --program")


def stamp(line):
    """Seconds since 1970 of a line's own stamp, in Shanghai; None without one."""
    found = ISO.search(line[:60])
    if found:
        year, month, day, hour, minute, second, milli = (int(x or 0) for x in found.groups())
    else:
        found = CLF.search(line[:120])
        if not found:
            return None
        day, month, year, hour, minute, second = found.groups()
        month, milli = MONTHS.get(month.decode(), 1), 0
        year, day, hour, minute, second = int(year), int(day), int(hour), int(minute), int(second)
    return datetime(year, month, day, hour, minute, second, milli * 1000, SHANGHAI).timestamp()


class World:
    """The lines of simulated logs in the order of their stamps."""

    def __init__(self, logs):
        self.files, self.lines, self.whole, self.bytes = [], [], [], 0
        for folder, _, names in os.walk(logs):
            for name in sorted(names):
                path = os.path.join(folder, name)
                data = open(path, "rb").read()
                relative = os.path.relpath(path, logs)
                self.bytes += len(data)
                if name.endswith((".gz", ".zip", ".csv", ".txt")):
                    self.whole.append((relative, data))
                    continue
                place = len(self.files)
                self.files.append(relative)
                last = None
                # A line never comes before the one above it.
                for line in data.splitlines(keepends=True):
                    at = stamp(line)
                    last = at if last is None or (at is not None and at > last) else last
                    self.lines.append((last, place, line))
        if not self.lines:
            sys.exit("the world has no lines")
        # A log may begin without a stamp.
        first = min(at for at, _, _ in self.lines if at is not None)
        self.lines = sorted(((at or first, place, line) for at, place, line in self.lines), key=lambda item: item[0])
        self.start, self.end = self.lines[0][0], self.lines[-1][0]


class Replay:
    """Writes a world into a folder, and remembers when each line was there."""

    def __init__(self, world, target):
        self.world, self.target, self.next = world, target, 0
        self.written = [[] for _ in world.files]
        self.open = {}

    def write(self, until):
        parts = {}
        lines = self.world.lines
        while self.next < len(lines) and lines[self.next][0] <= until:
            _, place, line = lines[self.next]
            parts.setdefault(place, []).append(line)
            self.next += 1
        for place, some in parts.items():
            if place not in self.open:
                path = os.path.join(self.target, self.world.files[place])
                os.makedirs(os.path.dirname(path), exist_ok=True)
                self.open[place] = open(path, "ab", buffering=0)
            self.open[place].write(b"".join(some))
            self.written[place] += [time.monotonic()] * len(some)

    def finish(self):
        self.write(float("inf"))
        for name, data in self.world.whole:
            path = os.path.join(self.target, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path + ".part", "wb") as out:
                out.write(data)
            os.rename(path + ".part", path)
        for out in self.open.values():
            out.close()


def memory(pid):
    """Bytes of memory of its own that a process has now; 0 where the system does not say."""
    try:
        with open(f"/proc/{pid}/status") as status:
            for line in status:
                if line.startswith("RssAnon:"):
                    return int(line.split()[1]) << 10
    except OSError:
        pass
    return 0


def run_and_measure(command, folder):
    """Seconds, CPU seconds and peak of its own memory of a command."""
    began, peak = time.monotonic(), 0
    before = os.times()
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    while process.poll() is None:
        peak = max(peak, memory(process.pid))
        time.sleep(0.01)
    errors = process.stderr.read().decode()
    if process.returncode != 0:
        sys.exit(f"{command[1]} ended with {process.returncode}: {errors}")
    after = os.times()
    return time.monotonic() - began, after.children_user + after.children_system - before.children_user - before.children_system, peak


def watch_paced(program, world, folder, database, extra, speed):
    live = os.path.join(folder, "live")
    os.makedirs(live)
    before = os.times()
    process = subprocess.Popen([program, "watch", "live", "--db", database, "--ndjson", "--quiet"] + extra, cwd=folder,
                               stdout=subprocess.PIPE, stderr=sys.stderr)
    heard = []

    def listen():
        for line in process.stdout:
            heard.append((time.monotonic(), line))

    listener = threading.Thread(target=listen)
    listener.start()
    replay = Replay(world, live)
    began, samples = time.monotonic(), []
    virtual_end = world.end - world.start
    while True:
        now = (time.monotonic() - began) * speed
        replay.write(world.start + now)
        samples.append((now, memory(process.pid)))
        if now >= virtual_end:
            break
        time.sleep(0.05)
    time.sleep(8)
    replay.finish()
    took = time.monotonic() - began
    process.send_signal(signal.SIGTERM)
    ended = time.monotonic()
    process.wait()
    listener.join()
    if process.returncode != 0:
        sys.exit(f"watch ended with {process.returncode}")
    after = os.times()
    places = {os.path.join("live", name): place for place, name in enumerate(world.files)}
    lags, waits = [], []
    for at, line in heard:
        if at > ended:
            continue
        change = json.loads(line)
        as_of = datetime.fromisoformat(change["as_of"].replace("Z", "+00:00")).timestamp()
        lags.append(at - began - (as_of - world.start) / speed)
        cause = change.get("cause") or {}
        source, _, number = (cause.get("source") or "").rpartition(":")
        place = places.get(source)
        if place is not None and 0 < int(number) <= len(replay.written[place]):
            waits.append(at - replay.written[place][int(number) - 1])
    lags.sort()
    waits.sort()
    hours = {}
    for at, size in samples:
        hours.setdefault(int(at // 3600), []).append(size)
    peaks = [max(sizes) for _, sizes in sorted(hours.items())]
    cpu = after.children_user + after.children_system - before.children_user - before.children_system
    half = len(peaks) // 2 or 1

    def quantiles(values):
        return {name: round(values[min(len(values) - 1, int(share * len(values)))], 2) if values else None
                for name, share in [("p50", 0.5), ("p99", 0.99), ("max", 1)]}

    return {
        "speed": speed, "hours": round(virtual_end / 3600, 1), "seconds": round(took, 1),
        "lines_per_second": round(len(world.lines) / (virtual_end / speed)), "cpu_share": round(cpu / took, 2),
        "changes_told": len(heard), "lag_seconds": quantiles(lags), "seconds_since_the_line": quantiles(waits),
        "memory_mib_by_hour": [round(p / 2**20, 1) for p in peaks],
        "memory_second_half_to_first": round(max(peaks[half:] or peaks) / max(1, max(peaks[:half])), 2),
        "seconds_to_end_after_sigterm": round(time.monotonic() - ended, 1),
    }, max(peaks)


def watch_fast(program, world, folder, database, extra):
    live = os.path.join(folder, "live")
    os.makedirs(live)
    process = subprocess.Popen([program, "watch", "live", "--db", database, "--quiet"] + extra, cwd=folder, stdout=subprocess.DEVNULL, stderr=sys.stderr)
    began, peak = time.monotonic(), 0
    replay = Replay(world, live)
    span = world.end - world.start
    for part in range(1, 101):
        replay.write(world.start + span * part / 100)
        peak = max(peak, memory(process.pid))
    replay.finish()
    process.send_signal(signal.SIGTERM)
    while process.poll() is None:
        peak = max(peak, memory(process.pid))
        time.sleep(0.01)
    if process.returncode != 0:
        sys.exit(f"watch ended with {process.returncode}")
    return time.monotonic() - began, peak


def orders(program, database, folder):
    return subprocess.run([program, "orders", "--ndjson", "--db", database], cwd=folder, capture_output=True).stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program")
    parser.add_argument("--orders", type=int, default=20_000)
    parser.add_argument("--days", type=int, default=1)
    parser.add_argument("--speed", type=float, default=480)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rules")
    parser.add_argument("--lateness")
    parser.add_argument("--batch-interval")
    parser.add_argument("--keep", action="store_true")
    options = parser.parse_args()
    program = find_program(options.program)
    work = tempfile.mkdtemp(prefix="paychain-rate-")
    source = os.path.join(work, "world")
    subprocess.run([program, "simulate", source, "--orders", str(options.orders), "--seed", str(options.seed), "--days", str(options.days),
                    "--start", "2026-11-02 00:00", "--clock-skew", "0", "--compression", "none", "--rotations", "1", "--formats",
                    "spring-boot-3,nginx,nslog", "--quiet"], check=True, stdout=subprocess.DEVNULL)
    key = os.path.join(work, "mask.key")
    with open(os.open(key, os.O_WRONLY | os.O_CREAT, 0o600), "w") as out:
        out.write("%032x\n" % options.seed)
    extra = ["--config", os.path.join(source, "paychain.yaml"), "--mask-key-file", key]
    watching = extra[:]
    for name in ["rules", "lateness", "batch_interval"]:
        value = getattr(options, name)
        if value:
            watching += ["--" + name.replace("_", "-"), os.path.abspath(value) if name == "rules" else value]
    world = World(os.path.join(source, "logs"))
    folders = {name: os.path.join(work, name) for name in ["paced", "fast"]}
    for folder in folders.values():
        os.makedirs(folder)
    paced, paced_peak = watch_paced(program, world, folders["paced"], "watch.db", watching, options.speed)
    fast, fast_peak = watch_fast(program, world, folders["fast"], "watch.db", watching)
    batch, _, batch_peak = run_and_measure([program, "analyze", "live", "--db", "batch.db", "--quiet"] + extra, folders["fast"])
    told = [orders(program, os.path.join(folders[f], d), folders[f]) for f, d in [("paced", "watch.db"), ("fast", "watch.db"), ("fast", "batch.db")]]
    same = told[0] == told[1] == told[2]

    def rate(seconds):
        return {"seconds": round(seconds, 2), "lines_per_second": round(len(world.lines) / seconds), "mb_per_second": round(world.bytes / seconds / 1e6, 1)}

    print(json.dumps({
        "orders": told[2].count(b"\n"), "lines": len(world.lines), "megabytes": round(world.bytes / 1e6, 1),
        "paced": paced | {"peak_mib": round(paced_peak / 2**20, 1)},
        "fast": rate(fast) | {"peak_mib": round(fast_peak / 2**20, 1)},
        "batch": rate(batch) | {"peak_mib": round(batch_peak / 2**20, 1)},
        "watch_to_batch": {"time": round(fast / batch, 2), "memory": round(fast_peak / max(1, batch_peak), 2)},
        "identical": same}, indent=1))
    if options.keep:
        print(work, file=sys.stderr)
    else:
        shutil.rmtree(work)
    sys.exit(0 if same else 1)


main()
