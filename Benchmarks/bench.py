#!/usr/bin/env python3
"""Runs the product beside `gzip -dc` on a simulated log set and prints ratios (make bench).

Ratios of the same run are what counts; seconds differ from machine to machine. Nothing here asserts a time.
usage: bench.py PAYCHAIN [--megabytes 1000] [--runs 5] [--lookup-orders 1000000] [--work DIR] [--keep]
"""
import argparse
import glob
import json
import os
import shutil
import statistics
import subprocess
import sys
import time


def run(command, stdout=subprocess.DEVNULL):
    """Runs one command; gives wall seconds, CPU seconds (with children it waited for) and peak memory in MB."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=stdout, stderr=subprocess.PIPE)
    errors = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - start
    if status != 0:
        sys.exit("%s failed:\n%s" % (" ".join(command[:4]), errors.decode(errors="replace")[-2000:]))
    return wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def median(rows, column):
    return statistics.median(row[column] for row in rows)


def simulate(paychain, folder, orders, *options):
    marker = os.path.join(folder, ".complete-%d-%s" % (orders, "".join(options)))
    if not os.path.exists(marker):
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        wall, _, _ = run([paychain, "simulate", folder, "--orders", str(orders), "--seed", "42", *options])
        print("simulate: %d orders in %.1f s = %.0f orders a minute" % (orders, wall, orders / wall * 60))
        open(marker, "w").close()


def decompressed(files):
    return sum(int(subprocess.check_output(["sh", "-c", 'gzip -dc "$0" | wc -c', f])) for f in files)


def throughput(arguments, paychain, work):
    folder = os.path.join(work, "throughput")
    # about 7.1 KB of logs an order in the default world
    simulate(paychain, folder, arguments.megabytes * 1_000_000 // arguments.order_bytes, "--gzip")
    logs = os.path.join(folder, "logs")
    files = sorted(f for f in glob.glob(os.path.join(logs, "**"), recursive=True) if os.path.isfile(f))
    packed = [f for f in files if open(f, "rb").read(2) == b"\x1f\x8b"]
    size = decompressed(packed)
    print("set: %d files (%d gz), %.0f MB on disk, %.0f MB decompressed" % (
        len(files), len(packed), sum(map(os.path.getsize, files)) / 1e6, size / 1e6))
    ours, gzip = [], []
    database = os.path.join(work, "bench.db")
    for _ in range(arguments.runs):
        for leftover in glob.glob(database + "*"):
            os.remove(leftover)
        gzip.append(run(["gzip", "-dc", *packed]))
        ours.append(run([paychain, "analyze", logs, "--config", os.path.join(folder, "paychain.yaml"), "--db", database, "--json", "--quiet"]))
    print("%-34s %8s %8s %8s" % ("", "wall s", "CPU s", "peak MB"))
    for name, rows in (("gzip -dc > /dev/null", gzip), ("paychain analyze --db", ours)):
        print("%-34s %8.2f %8.2f %8.0f" % (name, median(rows, 0), median(rows, 1), median(rows, 2)))
    cpu = median([(o[1] / g[1],) for o, g in zip(ours, gzip)], 0)
    wall = median([(g[0] / o[0],) for o, g in zip(ours, gzip)], 0)
    print("CPU against gzip -dc: %.2f   wall: %.2f x faster   throughput: %.0f MB/s   peak memory: %.0f MB" % (
        cpu, wall, size / 1e6 / median(ours, 0), median(ours, 2)))
    return {"cpu_ratio": cpu, "wall_ratio": wall, "peak_mb": median(ours, 2), "megabytes": size / 1e6}


def lookup(arguments, paychain, work):
    folder = os.path.join(work, "lookup")
    simulate(paychain, folder, arguments.lookup_orders)
    database = os.path.join(work, "lookup.db")
    if not os.path.exists(database):
        wall, cpu, peak = run([paychain, "analyze", os.path.join(folder, "logs"), "--db", database, "--json", "--quiet"])
        print("analyze: %d orders in %.1f s, %.1f CPU s, peak %.0f MB" % (arguments.lookup_orders, wall, cpu, peak))
    numbers = []
    with open(os.path.join(folder, "truth.ndjson")) as truth:
        for index, line in enumerate(truth):
            if index % max(1, arguments.lookup_orders // 100) == 7:
                numbers.append(json.loads(line)["order"])
    rows = [run([paychain, "order", number, "--db", database]) for number in numbers[:100]]
    starts = [run([paychain, "--version"]) for _ in range(30)]
    print("order from %d orders: median %.1f ms, slowest %.1f ms; --version: median %.1f ms; binary %.1f MB" % (
        arguments.lookup_orders, median(rows, 0) * 1e3, max(r[0] for r in rows) * 1e3, median(starts, 0) * 1e3,
        os.path.getsize(paychain) / 1e6))
    return {"order_ms": median(rows, 0) * 1e3, "version_ms": median(starts, 0) * 1e3}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("paychain")
    parser.add_argument("--megabytes", type=int, default=1000)
    parser.add_argument("--order-bytes", type=int, default=7100)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--lookup-orders", type=int, default=1_000_000)
    parser.add_argument("--work", default=".build/bench")
    parser.add_argument("--keep", action="store_true")
    arguments = parser.parse_args()
    os.makedirs(arguments.work, exist_ok=True)
    result = throughput(arguments, arguments.paychain, arguments.work)
    if arguments.lookup_orders:
        result.update(lookup(arguments, arguments.paychain, arguments.work))
    print(json.dumps(result))
    if not arguments.keep:
        shutil.rmtree(arguments.work, ignore_errors=True)


if __name__ == "__main__":
    main()
