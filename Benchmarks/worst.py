#!/usr/bin/env python3
"""Input at its worst: each case is made in place, analyzed into a store under --memory, counted against what was written, and deleted.

Fails when a case ends wrong, counts wrong or takes more memory than --most. Writes its table into RESULTS.md. Not part of CI: the cases are large.

usage: worst.py PAYCHAIN [--only NAME,…] [--scale 1] [--memory 64M] [--most 500] [--work DIR]

  --scale 0.01 tries every case in seconds; 1 takes about 8 GB of disk and half an hour on two quiet cores
"""
import argparse
import gzip
import multiprocessing
import os
import random
import shutil
import sys
import tempfile
import time

from measure import Failed, analyze, end, machine, remove_store, say, section, table

HERE = os.path.dirname(os.path.abspath(__file__))
LINE = '{"level":"info","ts":"%s.%03d+0800","event":"%s","orderNo":"%s",%s}\n'
CREATED, MARKED = '"amount":"19.90","currency":"CNY","flow":"alipay_h5"', '"from":"pending","to":"paid"'
NOISE = '{"level":"info","ts":"%s.%03d+0800","logger":"goods.search","msg":"list goods done","traceId":"%032x","args":{"page":%d,"size":20},"rows":20,"costMs":7}\n'


def stamps(day, count):
    """Seconds of one day as text, `count` of them spread evenly."""
    step = 86_399 / max(1, count)
    last, text = -1, ""
    for i in range(count):
        second = int(i * step)
        if second != last:
            last = second
            text = "%sT%02d:%02d:%02d" % (day, second // 3600, second // 60 % 60, second % 60)
        yield text


def number(i):
    return "SO%014d" % (i * 7919 % 10**14)


def write(path, lines, block=20_000, opener=open):
    """Writes lines; gives how many."""
    total, part = 0, []
    with opener(path, "wt") as out:
        for line in lines:
            part.append(line)
            if len(part) == block:
                out.write("".join(part))
                total, part = total + len(part), []
        out.write("".join(part))
    return total + len(part)


def created(count, first=0):
    for i, at in enumerate(stamps("2026-11-02", count)):
        yield LINE % (at, i % 1000, "order.created", number(first + i), CREATED)


def noise(count):
    for i, at in enumerate(stamps("2026-11-02", count)):
        yield NOISE % (at, i % 1000, i * 2654435761, i % 50)


def one_file(folder, scale):
    """One huge packed file: noise, and a line in twenty of an order."""
    count = int(20_000_000 * scale)

    def lines():
        for i, at in enumerate(stamps("2026-11-02", count)):
            if i % 20:
                yield NOISE % (at, i % 1000, i * 2654435761, i % 50)
            else:
                yield LINE % (at, i % 1000, "order.created", number(i), CREATED)
    written = write(os.path.join(folder, "app.jsonl.gz"), lines(), opener=lambda path, mode: gzip.open(path, mode, compresslevel=1))
    return {"lines": written, "orders": (count + 19) // 20}


def many_files(folder, scale):
    """Small files, each of a few orders."""
    files = int(20_000 * scale)
    for i in range(files):
        write(os.path.join(folder, "app-%05d.jsonl" % i), created(20, i * 20))
    return {"lines": files * 20, "orders": files * 20}


def one_order(folder, scale):
    """Every line names the same order."""
    count = int(2_000_000 * scale)

    def lines():
        for i, at in enumerate(stamps("2026-11-02", count)):
            yield LINE % (at, i % 1000, "order.changed", "SO1", MARKED)
    return {"lines": write(os.path.join(folder, "app.jsonl"), lines()), "orders": 1, "note": "lines of one kind or more" if count >= 4096 else None}


def one_line_orders(folder, scale):
    """Every line names an order of its own."""
    count = int(10_000_000 * scale)
    return {"lines": write(os.path.join(folder, "app.jsonl"), created(count)), "orders": count}


def long_lines(folder, scale):
    """Lines of a megabyte, a tenth of them of an order."""
    count = int(3_000 * scale)
    filler = "x" * 1_000_000

    def lines():
        for i, at in enumerate(stamps("2026-11-02", count)):
            event = ("order.created", number(i), CREATED) if i % 10 == 0 else ("goods.listed", "", '"rows":20')
            yield LINE % (at, i % 1000, event[0], event[1], event[2] + ',"body":"%s"' % filler)
    return {"lines": write(os.path.join(folder, "app.jsonl"), lines(), block=20), "orders": (count + 9) // 10}


def all_noise(folder, scale):
    """No line says anything."""
    return {"lines": write(os.path.join(folder, "app.jsonl"), noise(int(10_000_000 * scale))), "orders": 0}


def all_evidence(folder, scale):
    """Every line is evidence: four of each order."""
    count = int(1_500_000 * scale)
    kinds = [("order.created", CREATED), ("notify.received", '"provider":"alipay","trade_status":"TRADE_SUCCESS"'),
             ("notify.verified", '"provider":"alipay","ok":true'), ("order.changed", MARKED)]

    def lines():
        for i, at in enumerate(stamps("2026-11-02", count * 4)):
            yield LINE % (at, i % 1000, kinds[i % 4][0], number(i // 4), kinds[i % 4][1])
    return {"lines": write(os.path.join(folder, "app.jsonl"), lines()), "orders": count}


def unsorted(folder, scale):
    """The lines of many orders in no order of time."""
    count = int(500_000 * scale)
    lines = []
    for i, at in enumerate(stamps("2026-11-02", count)):
        lines.append(LINE % (at, i % 1000, "order.created", number(i), CREATED))
        lines.append(LINE % (at, 999, "order.changed", number(i), MARKED))
    random.Random(42).shuffle(lines)
    return {"lines": write(os.path.join(folder, "app.jsonl"), lines), "orders": count}


def device_lines(folder, scale):
    """Lines of devices that name no order: most of what has to be bound by device and session."""
    count = int(1_000_000 * scale)

    def lines():
        for i, at in enumerate(stamps("2026-11-02", count)):
            device = i % 5_000
            if i // 5_000 % 5 == 0:
                yield "%s.%03d+0800 [PayCallback] order.saved orderNo=%s device=d%d sid=s%d\n" % (at.replace("T", " "), i % 1000, number(i), device, i)
            else:
                yield "%s.%03d+0800 [PayCallback] app.foregrounded device=d%d sid=s%d\n" % (at.replace("T", " "), i % 1000, device, i)
    return {"lines": write(os.path.join(folder, "collector.log"), lines()), "orders": sum(1 for i in range(count) if i // 5_000 % 5 == 0)}


CASES = [one_file, many_files, one_order, one_line_orders, long_lines, all_noise, all_evidence, unsorted, device_lines]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paychain")
    parser.add_argument("--only", default="", help="cases: " + ", ".join(case.__name__ for case in CASES))
    parser.add_argument("--scale", type=float, default=1)
    parser.add_argument("--memory", default="64M")
    parser.add_argument("--most", type=int, default=500, help="MB of peak memory that no case may exceed")
    parser.add_argument("--work")
    parser.add_argument("--results", default=os.path.join(HERE, "RESULTS.md"))
    arguments = parser.parse_args()
    chosen = [case for case in CASES if not arguments.only or case.__name__ in arguments.only.split(",")]
    if not chosen:
        sys.exit("worst.py: no such case; one of " + ", ".join(case.__name__ for case in CASES))
    work = arguments.work or tempfile.mkdtemp(prefix="paychain-worst-")
    # What is spilled is large too: beside the sets, wherever they are.
    environment = dict(os.environ, TMPDIR=work)
    os.makedirs(work, exist_ok=True)
    rows, failures = [], []
    for case in chosen:
        folder, store = os.path.join(work, case.__name__), os.path.join(work, "worst.db")
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        # In a process of its own: the peak of a child begins with what its parent holds.
        with multiprocessing.Pool(1) as pool:
            wanted = pool.apply(case, (folder, arguments.scale))
        size = sum(os.path.getsize(os.path.join(folder, name)) for name in os.listdir(folder))
        remove_store(store)
        say("%s: %d lines, %.0f MB" % (case.__name__, wanted["lines"], size / 1e6))
        try:
            row = analyze(os.path.abspath(arguments.paychain), folder, "--db", store, "--memory", arguments.memory, environment=environment)
            expected = wanted.pop("note", None)
            found = {"lines": row["summary"]["inputs"]["lines"], "orders": row["summary"]["orders"]}
            wrong = ["%s %d, written %d" % (key, found[key], wanted[key]) for key in wanted if found[key] != wanted[key]]
            wrong += ["peak %.0f MB" % row["peak"]] if row["peak"] > arguments.most else []
            notes = row["summary"]["notes"]
            wrong += ["note: " + note for note in notes if not expected or expected not in note]
            wrong += ["no note: " + expected] if expected and not any(expected in note for note in notes) else []
        except Failed as error:
            wrong, row = [str(error)], None
        if wrong:
            failures.append("%s: %s" % (case.__name__, "; ".join(wrong)))
        rows.append([case.__doc__.rstrip("."), "%.0f" % (size / 1e6), wanted["lines"], wanted["orders"],
                     *(["%.1f" % row["wall"], "%.1f" % row["cpu"], "%.0f" % row["peak"]] if row else ["failed"] * 3)])
        say("  " + "  ".join(str(cell) for cell in rows[-1]))
        remove_store(store)
        shutil.rmtree(folder)
    if not arguments.work:
        shutil.rmtree(work, ignore_errors=True)
    text = "## Worst cases\n\n`worst.py --scale %g --memory %s`, %s: %s.\n\n%s" % (
        arguments.scale, arguments.memory, time.strftime("%Y-%m-%d"), machine(),
        table(["input", "MB on disk", "lines", "orders", "wall s", "CPU s", "peak MB"], rows))
    if not arguments.only:
        section(arguments.results, "worst cases", text)
    end(text, failures)


if __name__ == "__main__":
    main()
