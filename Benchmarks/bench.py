#!/usr/bin/env python3
"""Runs the product beside general engines and decompressors doing the same job on the same files, in turns, and writes RESULTS.md (make bench).

Two kinds of sets of each size: a mixed one of `paychain simulate` (every format, 40 % noise, aliases, lines without a number), which only the
product can read, and one in fixed forms (fixed-forms/generate.c), whose job by order number alone DuckDB, ClickHouse (chdb), polars and
zcat | grep | awk do too. Counts are checked against the truth; a wrong count is an error, a time never is. Without a network, a C compiler or a
tool, what needs it is left out and said so.

usage: bench.py PAYCHAIN [--sizes 200,2000] [--runs 5] [--quick] [--no-peers] [--lookup-orders 1000000,…] [--work DIR] [--keep]
"""
import argparse
import json
import os
import shutil
import subprocess
import sys
import time

from measure import (Failed, analyze, decompressed, machine, made, median, packed_files, ratio, remove_store, run, say, section, simulate, table)

HERE = os.path.dirname(os.path.abspath(__file__))
PEERS = [("duckdb", "DuckDB"), ("chdb", "ClickHouse (chdb)"), ("polars", "polars")]


def fixed_forms(work, megabytes):
    """The fixed-form set of about so many megabytes; None without a compiler."""
    compiler = next((c for c in ("cc", "clang", "gcc") if shutil.which(c)), None)
    if not compiler:
        return None
    generate = os.path.join(work, "generate")
    run([compiler, "-O2", "-o", generate, os.path.join(HERE, "fixed-forms", "generate.c")])
    # about 7,100 bytes an order
    orders = megabytes * 1_000_000 // 7_100

    def make(folder):
        run([generate, folder, str(orders)])
        for name in os.listdir(folder):
            if name != "truth.tsv":
                run(["gzip", "-6", os.path.join(folder, name)])
        logs = os.path.join(folder, "logs")
        os.mkdir(logs)
        for name in os.listdir(folder):
            if name.endswith(".gz"):
                os.rename(os.path.join(folder, name), os.path.join(logs, name))
        shutil.copy(os.path.join(HERE, "fixed-forms", "paychain.yaml"), folder)
    return made(os.path.join(work, "fixed-%d" % megabytes), "%d" % orders, make)


def truth(folder):
    counts = {"orders": 0, "paid": 0, "returned": 0, "never_back": 0}
    with open(os.path.join(folder, "truth.tsv")) as lines:
        for line in lines:
            _, _, paid, returned = line.rstrip("\n").split("\t")
            counts["orders"] += 1
            counts["paid"] += paid == "1"
            counts["returned"] += returned == "1"
            counts["never_back"] += paid == "1" and returned == "0"
    return counts


def own_counts(summary):
    """What the product's summary says of the same questions."""
    returned = sum(step["orders"] for flow in summary["funnel"] for step in flow["steps"] if step["step"] == "returned")
    lost = next((item["orders"] for item in summary["breaks"] if item["code"] == "return_never_landed"), 0)
    return {"orders": summary["orders"], "paid": summary["outcomes"]["paid"], "returned": returned, "never_back": lost}


def check(name, found, wanted):
    wrong = {key: (found[key], value) for key, value in wanted.items() if found[key] != value}
    if wrong:
        raise Failed("%s counts wrong (found, true): %s" % (name, wrong))


def peers_python(work):
    """A Python that has the peers; None when they cannot be had."""
    home = os.path.join(work, "venv")
    python = os.path.join(home, "bin", "python")
    try:
        if not os.path.exists(python):
            run([sys.executable, "-m", "venv", home])
        if run([python, "-c", "import duckdb, chdb, polars"], check=False)["code"]:
            say("installing duckdb, chdb and polars into %s" % home)
            run([python, "-m", "pip", "install", "--quiet", "duckdb", "chdb", "polars"])
        versions = run([python, "-c", "import duckdb, chdb, polars; print('DuckDB %s, chdb %s, polars %s' % (duckdb.__version__, chdb.__version__, polars.__version__))"],
                       stdout=subprocess.PIPE)
        return python, versions["out"].decode().strip().splitlines()[-1]
    except (Failed, OSError) as error:
        say("no peers: %s" % str(error).splitlines()[0])
        return None, ""


def unpackers(packed):
    tools = [("gzip -dc", ["gzip", "-dc", *packed])]
    if shutil.which("igzip"):
        tools.append(("igzip -dc", ["igzip", "-dc", *packed]))
    return tools


def in_turns(jobs, runs):
    """Every job once, then every job again: A B C A B C."""
    rows = {name: [] for name, _ in jobs}
    for turn in range(runs):
        for name, job in jobs:
            say("  turn %d of %d: %s" % (turn + 1, runs, name))
            rows[name].append(job())
    return rows


def lines_of(rows, own, size):
    cells = []
    for name, found in rows.items():
        cells.append([name, "%.2f" % median(found, "wall"), "%.2f" % median(found, "cpu"), "%.0f" % median(found, "peak"),
                      "%.0f" % (size / 1e6 / median(found, "wall")),
                      "1" if name == own else "%.2f" % ratio(found, rows[own], "wall"), "1" if name == own else "%.2f" % ratio(found, rows[own], "cpu")])
    return table(["job", "wall s", "CPU s", "peak MB", "MB/s unpacked", "wall ÷ ours", "CPU ÷ ours"], cells)


def mixed(arguments, work, megabytes):
    # about 7,100 bytes of logs an order
    folder = simulate(arguments.paychain, os.path.join(work, "mixed-%d" % megabytes), megabytes * 1_000_000 // 7_100, "--gzip")
    logs, config, store = os.path.join(folder, "logs"), os.path.join(folder, "paychain.yaml"), os.path.join(work, "mixed.db")
    packed = packed_files(logs)

    def own(*options):
        def job():
            remove_store(store)
            return analyze(arguments.paychain, logs, "--db", store, *options, config=config)
        return job

    jobs = [("paychain analyze --db", own()), ("paychain, one worker", own("--workers", "1"))]
    jobs += [(name, lambda command=command: run(command)) for name, command in unpackers(packed)]
    rows = in_turns(jobs, arguments.runs)
    summary = rows["paychain analyze --db"][0]["summary"]
    orders = sum(1 for _ in open(os.path.join(folder, "truth.ndjson")))
    if summary["orders"] != orders:
        raise Failed("mixed set: %d orders, %d in the truth" % (summary["orders"], orders))
    size = decompressed(summary)
    return "Mixed set of %.0f MB unpacked, %.0f MB packed: %d files, %d lines, %d orders.\n\n%s" % (
        size / 1e6, summary["inputs"]["bytes_read"] / 1e6, summary["inputs"]["files"], summary["inputs"]["lines"], orders,
        lines_of(rows, "paychain analyze --db", size))


def fixed(arguments, work, megabytes, python):
    folder = fixed_forms(work, megabytes)
    if not folder:
        return "The fixed-form set needs a C compiler: left out.\n"
    logs, out, store = os.path.join(folder, "logs"), os.path.join(work, "out"), os.path.join(work, "fixed.db")
    os.makedirs(out, exist_ok=True)
    wanted = truth(folder)

    def own():
        remove_store(store)
        row = analyze(arguments.paychain, logs, "--db", store, config=os.path.join(folder, "paychain.yaml"))
        check("paychain", own_counts(row["summary"]), wanted)
        return row

    def counted(name, command):
        def job():
            row = run(command, stdout=subprocess.PIPE)
            check(name, json.loads(row["out"].decode().strip().splitlines()[-1]), wanted)
            return row
        return job

    jobs = [("paychain analyze --db", own)]
    jobs += [(name, lambda command=command: run(command)) for name, command in unpackers(packed_files(logs))]
    if python:
        for key, name in PEERS:
            for mode in ("min", "full"):
                label = "%s, %s" % (name, mode)
                jobs.append((label, counted(label, [python, os.path.join(HERE, "peers.py"), key, mode, logs, out])))
    if shutil.which("zcat") and shutil.which("awk"):
        jobs.append(("zcat, grep, awk", counted("zcat, grep, awk", ["sh", os.path.join(HERE, "pipeline.sh"), logs, out])))
    rows = in_turns(jobs, arguments.runs)
    summary = rows["paychain analyze --db"][0]["summary"]
    size = decompressed(summary)
    return "Fixed-form set of %.0f MB unpacked, %.0f MB packed: %d lines, %d orders; all agree with the truth: %d paid, %d returned, %d paid and never back.\n\n%s" % (
        size / 1e6, summary["inputs"]["bytes_read"] / 1e6, summary["inputs"]["lines"], wanted["orders"], wanted["paid"], wanted["returned"],
        wanted["never_back"], lines_of(rows, "paychain analyze --db", size))


def lookups(arguments, work, orders):
    """What one question to a store of so many orders costs, as a whole process."""
    folder = simulate(arguments.paychain, os.path.join(work, "lookup-%d" % orders), orders, "--gzip")
    store = os.path.join(folder, "lookup.db")
    made_by = None
    if not os.path.exists(store):
        made_by = analyze(arguments.paychain, os.path.join(folder, "logs"), "--db", store, "--memory", "512M",
                          config=os.path.join(folder, "paychain.yaml"))
    numbers, aliases = [], []
    with open(os.path.join(folder, "truth.ndjson")) as lines:
        for index, line in enumerate(lines):
            if index % max(1, orders // 40) == 7:
                numbers.append(json.loads(line)["order"])
    for number in numbers:
        row = run([arguments.paychain, "order", number, "--db", store, "--json"], stdout=subprocess.PIPE, check=False)
        known = json.loads(row["out"] or b"{}").get("aliases", {}) if row["code"] in (0, 1) else {}
        aliases += [values[0] for values in known.values() if values][:1]
    paychain = arguments.paychain
    questions = [
        ("`paychain --version`", [[paychain, "--version"]] * 30),
        ("`paychain order NUMBER`", [[paychain, "order", number, "--db", store] for number in numbers]),
        ("`paychain order ALIAS`", [[paychain, "order", alias, "--db", store] for alias in aliases]),
        ("`paychain order NUMBER --raw`, first time", [[paychain, "order", number, "--raw", "--db", store] for number in numbers]),
        ("`paychain order NUMBER --raw`, again", [[paychain, "order", number, "--raw", "--db", store] for number in numbers]),
        ("`paychain orders --stuck --limit 50`", [[paychain, "orders", "--stuck", "--limit", "50", "--db", store]] * 10),
    ]
    cells = []
    for name, commands in questions:
        rows = [run(command, check=False) for command in commands]
        bad = [row for row in rows if row["code"] not in (0, 1)]
        if bad or not rows:
            raise Failed("%s: exit code %s %s" % (name, bad and bad[0]["code"], bad and bad[0]["errors"]))
        walls = sorted(row["wall"] * 1e3 for row in rows)
        cells.append([name, len(rows), "%.1f" % walls[len(walls) // 2], "%.1f" % walls[min(len(walls) - 1, len(walls) * 95 // 100)],
                      "%.0f" % median(rows, "peak")])
    text = "Store of %d orders, %.0f MB; the program has %.1f MB.\n\n" % (orders, os.path.getsize(store) / 1e6, os.path.getsize(paychain) / 1e6)
    if made_by:
        text += "Made by `analyze --memory 512M` in %.0f s, %.0f s of CPU, peak %.0f MB.\n\n" % (made_by["wall"], made_by["cpu"], made_by["peak"])
    return text + table(["question, whole process", "runs", "median ms", "p95 ms", "peak MB"], cells)


FAIRNESS = """\
What favours whom. The peers know that an order number has 19 digits and look for known words only; they keep flags (min), or a sorted chain of
times and words (full), and judge nothing. The product takes any number in any spelling, reads values and attributes, links by aliases and devices,
bounds clocks, knows what each log covers, judges every order with proof and keeps what it needs to show it. The peers' time includes starting
Python and loading the engine (0.1 to 0.6 s, which weighs on the small set); `gzip -dc` and `igzip -dc` inflate and do nothing else, on one core.
zcat | grep | awk runs two readers side by side. Peak memory is that of the largest process.
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paychain")
    parser.add_argument("--sizes", default="200,2000", help="megabytes unpacked of the sets (200,2000)")
    parser.add_argument("--runs", type=int, default=5, help="turns (5)")
    parser.add_argument("--quick", action="store_true", help="20 MB, one turn, look-ups of 3,000 orders: whether everything works")
    parser.add_argument("--no-peers", action="store_true", help="only the product and decompressors")
    parser.add_argument("--no-mixed", action="store_true")
    parser.add_argument("--no-fixed", action="store_true")
    parser.add_argument("--lookup-orders", default="1000000", help="orders of the stores to look up in; empty: none (1000000)")
    parser.add_argument("--work", default=".build/bench")
    parser.add_argument("--results", default=os.path.join(HERE, "RESULTS.md"))
    parser.add_argument("--keep", action="store_true", help="keep the sets for the next run")
    arguments = parser.parse_args()
    if arguments.quick:
        arguments.sizes, arguments.runs, arguments.lookup_orders = "20", 1, "3000"
    arguments.paychain = os.path.abspath(arguments.paychain)
    work = os.path.abspath(arguments.work)
    os.makedirs(work, exist_ok=True)
    python, versions = (None, "") if arguments.no_peers or arguments.no_fixed else peers_python(work)
    head = "`bench.py`, %s: %s. Medians of %d turns%s.\n" % (
        time.strftime("%Y-%m-%d"), machine(), arguments.runs, "; " + versions if versions else "; without peers")
    try:
        for megabytes in [int(size) for size in arguments.sizes.split(",") if size]:
            parts = ["## Throughput, %d MB\n\n%s" % (megabytes, head)]
            if not arguments.no_mixed:
                parts.append(mixed(arguments, work, megabytes))
            if not arguments.no_fixed:
                parts.append(fixed(arguments, work, megabytes, python))
                parts.append(FAIRNESS)
            section(arguments.results, "throughput %d" % megabytes, "\n".join(parts))
            print("\n".join(parts))
        for orders in [int(count) for count in arguments.lookup_orders.split(",") if count]:
            text = "## Look-ups, %d orders\n\n%s\n%s" % (orders, head.split(". Medians")[0] + ".\n", lookups(arguments, work, orders))
            section(arguments.results, "look-ups %d" % orders, text)
            print(text)
    except Failed as error:
        sys.exit("bench.py: %s" % error)
    finally:
        if not arguments.keep:
            shutil.rmtree(work, ignore_errors=True)


if __name__ == "__main__":
    main()
