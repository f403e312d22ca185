#!/usr/bin/env python3
"""How time and peak memory grow with the input, up to 20 GB and 2.8 million orders and beyond, under one `--memory`.

Sets are made in place, piece by piece, and deleted after: worlds of --piece megabytes, each with a seed, and so order numbers, of its own, packed.
20 GB unpacked take about 4.5 GB of disk, what is spilled about as much, the store 2 GB. Writes its table into RESULTS.md.

usage: growth.py PAYCHAIN [--sizes 200,2000,20000] [--memory 512M] [--piece 2000] [--most 600] [--work DIR] [--keep]
"""
import argparse
import os
import shutil
import tempfile
import time

from measure import Failed, analyze, decompressed, end, machine, remove_store, run, say, section, table

HERE = os.path.dirname(os.path.abspath(__file__))
ORDER_BYTES = 7_100


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paychain")
    parser.add_argument("--sizes", default="200,2000,20000", help="megabytes unpacked, ascending (200,2000,20000)")
    parser.add_argument("--memory", default="512M")
    parser.add_argument("--piece", type=int, default=2_000, help="megabytes of one world (2000)")
    parser.add_argument("--most", type=int, default=600, help="MB of peak memory that no size may exceed (600)")
    parser.add_argument("--work")
    parser.add_argument("--results", default=os.path.join(HERE, "RESULTS.md"))
    parser.add_argument("--keep", action="store_true")
    arguments = parser.parse_args()
    paychain = os.path.abspath(arguments.paychain)
    work = arguments.work or tempfile.mkdtemp(prefix="paychain-growth-")
    os.makedirs(work, exist_ok=True)
    logs, store, key = os.path.join(work, "growth-logs"), os.path.join(work, "growth.db"), os.path.join(work, "mask.key")
    environment = dict(os.environ, TMPDIR=work)
    rows, failures, there, seed = [], [], 0, 0
    try:
        for size in sorted(int(size) for size in arguments.sizes.split(",")):
            while there < size:
                piece = min(arguments.piece, size - there)
                seed += 1
                folder = os.path.join(logs, "world-%03d" % seed)
                run([paychain, "simulate", folder, "--orders", str(piece * 1_000_000 // ORDER_BYTES), "--seed", str(seed),
                     "--start", "2026-11-%02d 10:00" % (seed % 28 + 1), "--gzip", "--quiet"])
                os.remove(os.path.join(folder, "truth.ndjson"))
                there += piece
                say("%d of %d MB are made" % (there, size))
            remove_store(store)
            row = analyze(paychain, logs, "--db", store, "--memory", arguments.memory, "--mask-key-file", key, environment=environment)
            inputs = row["summary"]["inputs"]
            rows.append(["%.2f" % (decompressed(row["summary"]) / 1e9), inputs["lines"], inputs["evidence"], row["summary"]["orders"],
                         "%.0f" % row["wall"], "%.0f" % row["cpu"], "%.0f" % row["peak"], "%.0f" % (decompressed(row["summary"]) / 1e6 / row["wall"]),
                         "%.1f" % (row["cpu"] / inputs["evidence"] * 1e6)])
            say("  ".join(str(cell) for cell in rows[-1]))
            if row["peak"] > arguments.most:
                failures.append("%d MB: peak %.0f MB" % (size, row["peak"]))
            failures += ["%d MB: %s" % (size, note) for note in row["summary"]["notes"] if "memory" in note or "temporary" in note]
    except Failed as error:
        failures.append(str(error))
    finally:
        if not arguments.keep:
            for folder in [logs] + ([] if arguments.work else [work]):
                shutil.rmtree(folder, ignore_errors=True)
            remove_store(store)
    text = "## Growth\n\n`growth.py --memory %s`, %s: %s.\n\n%s" % (
        arguments.memory, time.strftime("%Y-%m-%d"), machine(),
        table(["GB unpacked", "lines", "evidence", "orders", "wall s", "CPU s", "peak MB", "MB/s", "µs of CPU an evidence"], rows))
    section(arguments.results, "growth", text)
    end(text, failures)


if __name__ == "__main__":
    main()
