#!/usr/bin/env python3
"""Fails when the way of the data costs more than it did, counted and never timed: what .ci/run calls.

- CPU of `analyze --db` against CPU of `gzip -dc` on the same files: a ratio of one run, so that a slow machine is slow on both sides.
- Instructions for each line and for each piece of evidence, by valgrind's callgrind on a small set, one worker.
- Allocations for each further line that says nothing: none, and for each further line of evidence (count-allocations.c, preloaded).
- Peak memory on the set, and how much four times the set adds.

guard.json has what is normal and by how much it may be exceeded. Debug builds have figures of their own. Without valgrind, gzip or a C compiler
what needs it is left out and said so. `--write` notes today's figures as normal.

usage: guard.py PAYCHAIN [--write] [--work DIR]
"""
import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

from measure import Failed, analyze, packed_files, ratio, remove_store, run, simulate

HERE = os.path.dirname(os.path.abspath(__file__))
LIMITS = os.path.join(HERE, "guard.json")
# What is exact may grow little, what depends on the machine more.
MARGINS = {"cpu_to_gzip": {"margin": 1.25}, "peak_mb": {"margin": 1.15}, "growth_mb_of_four_times": {"margin": 1.0, "slack": 16},
           "allocations_a_noise_line_json": {"margin": 1.0, "slack": 0.001}, "allocations_a_noise_line_text": {"margin": 1.0, "slack": 0.001}}


def is_debug(paychain):
    return "/debug/" in os.path.realpath(paychain)


def cpu_ratio(paychain, work, orders):
    folder = simulate(paychain, os.path.join(work, "world"), orders, "--gzip")
    logs, store = os.path.join(folder, "logs"), os.path.join(work, "guard.db")
    packed = packed_files(logs)
    # one process for many small files would mostly start: all bytes in one
    joined = os.path.join(work, "joined.gz")
    with open(joined, "wb") as out:
        for path in packed:
            with open(path, "rb") as part:
                shutil.copyfileobj(part, out)
    ours, theirs = [], []
    for _ in range(3):
        remove_store(store)
        ours.append(analyze(paychain, logs, "--db", store, config=os.path.join(folder, "paychain.yaml")))
        theirs.append(run(["gzip", "-dc", joined]))
    return {"cpu_to_gzip": ratio(ours, theirs, "cpu"), "peak_mb": max(row["peak"] for row in ours)}, ours[0]["summary"]


def instructions(paychain, work, orders):
    folder = simulate(paychain, os.path.join(work, "small"), orders)
    stripped = os.path.join(work, "paychain")
    # Debug information takes valgrind minutes to read.
    if not shutil.which("strip") or run(["strip", "-g", "-o", stripped, paychain], check=False)["code"]:
        stripped = paychain
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=" + os.path.join(work, "callgrind.out"), stripped, "analyze",
               os.path.join(folder, "logs"), "--config", os.path.join(folder, "paychain.yaml"), "--no-db", "--workers", "1", "--json", "--quiet"]
    row = run(command, stdout=subprocess.PIPE, check=False)
    if row["code"] not in (0, 1):
        raise Failed("callgrind: exit code %d\n%s" % (row["code"], row["errors"][-1000:]))
    count = int(re.search(r"Collected : (\d+)", row["errors"]).group(1))
    inputs = json.loads(row["out"])["inputs"]
    return {"instructions_a_line": count / inputs["lines"], "instructions_an_evidence": count / inputs["evidence"]}


def counter(work):
    compiler = next((c for c in ("cc", "clang", "gcc") if shutil.which(c)), None)
    if not compiler or sys.platform != "linux":
        return None
    library = os.path.join(work, "count-allocations.so")
    run([compiler, "-O2", "-shared", "-fPIC", "-o", library, os.path.join(HERE, "count-allocations.c"), "-ldl"])
    return library


def counted(paychain, library, path):
    told = path + ".count"
    environment = dict(os.environ, LD_PRELOAD=library, COUNT_ALLOCATIONS=told)
    analyze(paychain, path, "--no-db", "--workers", "1", environment=environment)
    return int(open(told).read())


NOISE = ['{"level":"info","ts":"2026-11-02T10:%02d:%02d.%03d+0800","logger":"goods.search","msg":"list goods done","traceId":"%032x","args":{"page":%d},"rows":20}',
         '2026-11-02 10:%02d:%02d.%03d+0800 Shop[811:4021] [Net] GET https://api.shop.example/goods/%d 200 %dms']
EVIDENCE = '{"level":"info","ts":"2026-11-02T10:%02d:%02d.%03d+0800","event":"order.changed","orderNo":"SO2026110200%06d","from":"pending","to":"paid","amount":"19.90"}'


def write_lines(path, count, make):
    with open(path, "w") as out:
        for i in range(count):
            out.write(make(i) + "\n")
    return path


def allocations(paychain, work, library):
    """By difference: what twice as many lines allocate more, so that the start of the program does not count."""
    def stamp(i):
        return i // 60_000 % 60, i // 1_000 % 60, i % 1_000

    def growth(name, make, count):
        few = counted(paychain, library, write_lines(os.path.join(work, name + "-few.log"), count, make))
        many = counted(paychain, library, write_lines(os.path.join(work, name + "-many.log"), count * 3, make))
        return (many - few) / (2 * count)

    return {
        "allocations_a_noise_line_json": growth("noise-json", lambda i: NOISE[0] % (*stamp(i), i * 7919, i % 50), 20_000),
        "allocations_a_noise_line_text": growth("noise-text", lambda i: NOISE[1] % (*stamp(i), i, i % 900), 20_000),
        "allocations_an_evidence": growth("evidence", lambda i: EVIDENCE % (*stamp(i), i // 4), 20_000),
    }


def memory(paychain, work, orders):
    """What four times the orders add to the peak under a small `--memory`."""
    peaks = []
    for count in (orders, orders * 4):
        folder = simulate(paychain, os.path.join(work, "memory-%d" % count), count, "--gzip")
        row = analyze(paychain, os.path.join(folder, "logs"), "--no-db", "--memory", "16M", "--workers", "2")
        peaks.append(row["peak"])
    return {"growth_mb_of_four_times": peaks[1] - peaks[0]}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paychain")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--work")
    arguments = parser.parse_args()
    paychain = os.path.abspath(arguments.paychain)
    kind = "debug" if is_debug(paychain) else "release"
    # A debug build is a tenth as fast: smaller sets, the same questions.
    scale = 0.2 if kind == "debug" else 1
    work = arguments.work or tempfile.mkdtemp(prefix="paychain-guard-")
    os.makedirs(work, exist_ok=True)
    found, left_out = {}, []
    try:
        if shutil.which("gzip"):
            figures, _ = cpu_ratio(paychain, work, int(6_000 * scale))
            found.update(figures)
        else:
            left_out.append("no gzip: CPU ratio")
        if kind == "release" and shutil.which("valgrind"):
            found.update(instructions(paychain, work, 300))
        else:
            left_out.append("no valgrind or a debug build: instructions")
        library = counter(work)
        if library:
            found.update(allocations(paychain, work, library))
        else:
            left_out.append("no C compiler, or no Linux: allocations")
        found.update(memory(paychain, work, int(3_000 * scale)))
    except Failed as error:
        sys.exit("guard.py: %s" % error)
    finally:
        if not arguments.work:
            shutil.rmtree(work, ignore_errors=True)
    everything = json.load(open(LIMITS)) if os.path.exists(LIMITS) else {}
    limits = everything.setdefault(kind, {})
    if arguments.write:
        for name, value in found.items():
            limits.setdefault(name, MARGINS.get(name, {"margin": 1.05}))["normal"] = round(value, 4)
        json.dump(everything, open(LIMITS, "w"), indent=2, sort_keys=True)
        open(LIMITS, "a").write("\n")
    failed = False
    for name, value in found.items():
        limit = limits.get(name)
        if not limit:
            print("%-34s %12.3f  no limit is noted" % (name, value))
            continue
        most = limit["normal"] * limit.get("margin", 1) + limit.get("slack", 0)
        over = value > most
        failed = failed or over
        print("%-34s %12.3f  normal %.3f, at most %.3f%s" % (name, value, limit["normal"], most, "  TOO MUCH" if over else ""))
    for what in left_out:
        print("left out: " + what)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
