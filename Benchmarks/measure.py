"""Running commands and counting what they cost; shared by bench.py, guard.py, worst.py and growth.py."""
import glob
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import time


class Failed(Exception):
    pass


def run(command, stdout=subprocess.DEVNULL, environment=None, check=True):
    """Runs one command: wall seconds, CPU seconds and peak memory in MB, of the command and all it waited for."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=stdout, stderr=subprocess.PIPE, env=environment)
    captured = process.stdout.read() if stdout == subprocess.PIPE else b""
    errors = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - start
    code = os.waitstatus_to_exitcode(status)
    if check and code != 0:
        raise Failed("%s: exit code %d\n%s" % (" ".join(command[:6]), code, errors.decode(errors="replace")[-2000:]))
    return {"wall": wall, "cpu": usage.ru_utime + usage.ru_stime, "peak": usage.ru_maxrss / 1024, "code": code, "out": captured,
            "errors": errors.decode(errors="replace")}


def median(rows, key):
    return statistics.median(row[key] for row in rows)


def ratio(rows, others, key):
    """The median of pairwise ratios: runs made in turns have the machine's moods in common."""
    return statistics.median(a[key] / max(b[key], 1e-9) for a, b in zip(rows, others))


def remove_store(path):
    for leftover in glob.glob(path + "*"):
        os.remove(leftover)


def analyze(paychain, logs, *options, config=None, environment=None):
    """The product on logs: what it cost, and its summary."""
    command = [paychain, "analyze", logs, *(["--config", config] if config else []), "--json", "--quiet", *options]
    row = run(command, stdout=subprocess.PIPE, environment=environment, check=False)
    if row["code"] not in (0, 1):
        raise Failed("%s: exit code %d\n%s" % (" ".join(command), row["code"], row["errors"][-2000:]))
    row["summary"] = json.loads(row["out"])
    return row


def packed_files(folder):
    files = sorted(f for f in glob.glob(os.path.join(folder, "**"), recursive=True) if os.path.isfile(f))
    return [f for f in files if open(f, "rb").read(2) == b"\x1f\x8b"]


def decompressed(summary):
    return summary["inputs"]["bytes_decompressed"]


def made(folder, key, make):
    """Makes a folder's contents once: `make` fills it, `key` says what for."""
    marker = os.path.join(folder, ".made")
    if not (os.path.exists(marker) and open(marker).read() == key):
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        make(folder)
        open(marker, "w").write(key)
    return folder


def simulate(paychain, folder, orders, *options):
    def make(folder):
        row = run([paychain, "simulate", folder, "--orders", str(orders), "--seed", "42", "--quiet", *options])
        say("simulated %d orders in %.0f s" % (orders, row["wall"]))
    return made(folder, "%d %s" % (orders, " ".join(options)), make)


def say(text):
    print(text, file=sys.stderr, flush=True)


def machine():
    model = next((line.split(":", 1)[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), platform.processor()) \
        if os.path.exists("/proc/cpuinfo") else platform.processor()
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return "%d × %s, %.0f GiB, %s %s; load at the start %.1f" % (
        os.cpu_count(), model, memory, platform.system(), platform.release(), os.getloadavg()[0])


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]) + "\n"


def section(path, name, text):
    """Replaces one section of RESULTS.md, or adds it: each script writes its own."""
    begin, end = "<!-- %s -->" % name, "<!-- end of %s -->" % name
    whole = open(path).read() if os.path.exists(path) else (
        "# Results\n\nWritten by the scripts beside this file; each section says what wrote it. Seconds differ from machine to machine, and from hour to\n"
        "hour on a shared one: ratios of runs made in turns count.\n")
    block = "%s\n%s\n%s" % (begin, text.strip("\n"), end)
    if begin in whole and end in whole:
        whole = whole[:whole.index(begin)] + block + whole[whole.index(end) + len(end):]
    else:
        whole = whole.rstrip("\n") + "\n\n" + block + "\n"
    open(path, "w").write(whole)


def end(text, failures):
    """Tells what was found, and what failed; exit code 1 when anything did."""
    print(text)
    for failure in failures:
        print("FAILED " + failure)
    sys.exit(1 if failures else 0)
