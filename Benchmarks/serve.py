#!/usr/bin/env python3
"""What `paychain serve` can take: wrk against pages and API of a large store, slow clients, and ten thousand half-open connections.

usage: serve.py PAYCHAIN [--orders 1000000] [--seconds 10] [--half-open 10000] [--work DIR] [--keep]

Prints requests per second, median, p99 and memory; beside them, in the same run, nginx with the same order page as a file and SQLite asked for
the same rows by a plain loop, where they are installed. Rates differ from machine to machine: ratios of one run count. Exit code 1 when a
request fails, or when clients that send nothing keep others from being answered. Needs wrk.
"""
import argparse
import json
import os
import random
import re
import resource
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request


def number(index):
    return "2026%012d" % (index * 7919 % 1_000_000_000_000)


def write_logs(path, orders):
    """Three lines an order: created, told by the provider, marked paid; every 50th is never marked."""
    begin = 1793577600
    with open(path, "w") as log:
        for index in range(orders):
            at = begin + index * 86_000 // orders

            def line(after, event, more):
                stamp = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(at + after))
                log.write('{"ts":"%s.%03dZ","level":"info","event":"%s","orderNo":"%s",%s}\n' % (
                    stamp, index % 1000, event, number(index), more))

            line(0, "order.created", '"amount":"%d.%02d","currency":"CNY","flow":"alipay_h5","sid":"s%d"' % (
                index % 900 + 1, index % 100, index))
            line(30, "notify.received", '"provider":"alipay","trade_status":"TRADE_SUCCESS","trade_no":"T%s","total_amount":"%d.%02d"' % (
                number(index), index % 900 + 1, index % 100))
            line(30, "notify.verified", '"provider":"alipay","ok":true')
            if index % 50:
                line(31, "order.changed", '"from":"pending","to":"paid"')


def memory(process):
    with open("/proc/%d/status" % process.pid) as status:
        return {key: int(re.search(r"%s:\s+(\d+)" % key, text).group(1)) // 1024 for text in [status.read()] for key in ("VmRSS", "VmHWM")}


class Server:
    def __init__(self, paychain, store):
        self.process = subprocess.Popen(
            [paychain, "serve", "--db", store, "--listen", "127.0.0.1:0", "--lang", "en"], stderr=subprocess.PIPE, text=True)
        self.base = re.search(r"on (http://[^;]+);", self.process.stderr.readline()).group(1)
        self.port = int(self.base.rsplit(":", 1)[1])

    def get(self, path, timeout=30):
        started = time.perf_counter()
        with urllib.request.urlopen(self.base + path, timeout=timeout) as answer:
            body = answer.read()
        return time.perf_counter() - started, body

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait()


def wrk(base, paths, seconds, connections=32):
    with tempfile.NamedTemporaryFile("w", suffix=".lua") as script:
        script.write("local paths = {%s}\nlocal next = 0\nrequest = function() next = next %% #paths + 1 return wrk.format('GET', paths[next]) end\n"
                     % ",".join(json.dumps(path) for path in paths))
        script.flush()
        out = subprocess.run(["wrk", "-t1", "-c%d" % connections, "-d%ds" % seconds, "--latency", "-s", script.name, base],
                             capture_output=True, text=True).stdout
    rate = float(re.search(r"Requests/sec:\s+([\d.]+)", out).group(1))
    failed = int((re.search(r"Non-2xx or 3xx responses: (\d+)", out) or [0, "0"])[1])
    sockets = re.search(r"Socket errors: .*", out)
    middle, worst = (re.search(r"%s\s+([\d.]+)(us|ms|s)" % share, out) for share in ("50%", "99%"))
    scale = {"us": 1e-3, "ms": 1, "s": 1e3}
    return {"rate": round(rate), "median_ms": round(float(middle[1]) * scale[middle[2]], 2),
            "p99_ms": round(float(worst[1]) * scale[worst[2]], 2), "failed": failed, "sockets": sockets.group(0) if sockets else ""}


def nginx(page, seconds, work):
    if not shutil.which("nginx"):
        return None
    folder = os.path.join(work, "nginx")
    os.makedirs(os.path.join(folder, "www"), exist_ok=True)
    open(os.path.join(folder, "www", "order.html"), "wb").write(page)
    port = socket.socket()
    port.bind(("127.0.0.1", 0))
    free = port.getsockname()[1]
    port.close()
    configuration = os.path.join(folder, "nginx.conf")
    open(configuration, "w").write(
        "daemon off; worker_processes 1; pid %s/pid; error_log %s/error; user root;\nevents { worker_connections 4096; }\n"
        "http { access_log off; server { listen 127.0.0.1:%d; root %s/www; } }\n" % (folder, folder, free, folder))
    process = subprocess.Popen(["nginx", "-c", configuration, "-p", folder], stderr=subprocess.DEVNULL)
    time.sleep(1)
    try:
        return wrk("http://127.0.0.1:%d" % free, ["/order.html"], seconds)
    finally:
        process.terminate()
        process.wait()


def plain_sqlite(store, keys, seconds):
    """The rows of an order page, asked for by one loop without any server: what the store alone can give to one thread."""
    connection = sqlite3.connect("file:%s?mode=ro" % store, uri=True)
    asked = 0
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        row = connection.execute(
            "SELECT number, verdict, chain FROM orders JOIN proofs ON proofs.key = orders.key WHERE orders.key = ?", (random.choice(keys),)).fetchone()
        asked += row is not None
    return round(asked / seconds)


def half_open(server, count):
    """So many connections that begin a request and say no more, and how others are answered meanwhile."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, count + 512), hard))
    opened, refused, slowest = [], 0, 0.0
    for index in range(count):
        client = socket.socket()
        client.settimeout(5)
        try:
            # Several addresses, as ports of one end at 28,000.
            client.bind(("127.0.0.%d" % (index // 2_500 + 2), 0))
            client.connect(("127.0.0.1", server.port))
            client.send(b"GET /orders HTTP/1.1\r\nHost: loc")
            opened.append(client)
        except OSError:
            refused += 1
            client.close()
        if index % 500 == 499:
            slowest = max(slowest, server.get("/healthz")[0])
    for _ in range(20):
        slowest = max(slowest, server.get("/orders")[0])
    told = memory(server.process)
    for client in opened:
        client.close()
    return {"opened": len(opened), "refused": refused, "slowest_ms": round(slowest * 1e3, 1), "rss_mb": told["VmRSS"], "peak_mb": told["VmHWM"]}


def slow_clients(server, seconds):
    """Fifty that send a byte a second and fifty that read a byte a second, while wrk asks."""
    over = threading.Event()

    def drip():
        client = socket.create_connection(("127.0.0.1", server.port))
        text = b"GET /orders HTTP/1.1\r\nHost: localhost\r\nX: "
        try:
            for byte in text * 100:
                if over.is_set():
                    break
                client.send(bytes([byte]))
                time.sleep(1)
        except OSError:
            pass
        client.close()

    def sip():
        client = socket.create_connection(("127.0.0.1", server.port))
        client.send(b"GET /orders HTTP/1.1\r\nHost: localhost\r\n\r\n")
        try:
            while not over.is_set() and client.recv(1):
                time.sleep(1)
        except OSError:
            pass
        client.close()

    threads = [threading.Thread(target=kind) for kind in [drip, sip] * 50]
    for thread in threads:
        thread.start()
    result = wrk(server.base, ["/healthz", "/orders"], seconds)
    over.set()
    for thread in threads:
        thread.join()
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("paychain")
    parser.add_argument("--orders", type=int, default=1_000_000)
    parser.add_argument("--seconds", type=int, default=10)
    parser.add_argument("--half-open", type=int, default=10_000)
    parser.add_argument("--work", default=".build/serve-bench")
    parser.add_argument("--keep", action="store_true")
    arguments = parser.parse_args()
    if not shutil.which("wrk"):
        sys.exit("serve.py: wrk is not installed")
    os.makedirs(arguments.work, exist_ok=True)
    store = os.path.abspath(os.path.join(arguments.work, "serve-%d.db" % arguments.orders))
    if not os.path.exists(store):
        log = os.path.join(arguments.work, "app.jsonl")
        write_logs(log, arguments.orders)
        started = time.perf_counter()
        subprocess.run([arguments.paychain, "analyze", log, "--db", store, "--quiet"], stdout=subprocess.DEVNULL, check=True)
        print("store: %d orders in %.0f s, %.0f MB" % (arguments.orders, time.perf_counter() - started, os.path.getsize(store) / 1e6))
        os.remove(log)
    chosen = random.Random(1)
    some = [number(chosen.randrange(arguments.orders)) for _ in range(2_000)]
    connection = sqlite3.connect("file:%s?mode=ro" % store, uri=True)
    keys = [row[0] for row in connection.execute("SELECT key FROM orders WHERE key % 499 = 0 LIMIT 2000")]
    connection.close()
    server = Server(arguments.paychain, store)
    failures = []
    try:
        page = server.get("/orders/" + some[0])[1]
        cases = {
            "/healthz": ["/healthz"],
            "order page": ["/orders/" + one for one in some],
            "order, API": ["/api/v1/orders/" + one for one in some],
            "order by alias, API": ["/api/v1/orders/T" + one for one in some],
            "list, first page": ["/orders"],
            "list, stuck": ["/orders?stuck=1"],
            "overview": ["/"],
            "/metrics": ["/metrics"],
        }
        for name, paths in cases.items():
            first = server.get(paths[0])[0]
            result = wrk(server.base, paths, arguments.seconds)
            told = memory(server.process)
            print("%-32s %7d/s  median %7.2f ms  p99 %8.2f ms  first %7.1f ms  rss %4d MB  %s" % (
                name, result["rate"], result["median_ms"], result["p99_ms"], first * 1e3, told["VmRSS"], result["sockets"]))
            if result["failed"]:
                failures.append("%s: %d answers were no 2xx" % (name, result["failed"]))
        beside = nginx(page, arguments.seconds, os.path.abspath(arguments.work))
        if beside:
            print("%-32s %7d/s  median %7.2f ms  p99 %8.2f ms" % ("nginx, the page as a file", beside["rate"], beside["median_ms"], beside["p99_ms"]))
        print("%-32s %7d/s  (one thread, no server, rows only)" % ("SQLite, the rows of an order", plain_sqlite(store, keys, min(arguments.seconds, 5))))
        slow = slow_clients(server, arguments.seconds)
        print("%-32s %7d/s  median %7.2f ms  p99 %8.2f ms" % ("beside 100 slow clients", slow["rate"], slow["median_ms"], slow["p99_ms"]))
        many = half_open(server, arguments.half_open)
        print("%-32s %s" % ("%d half-open" % arguments.half_open, json.dumps(many)))
        if many["slowest_ms"] > 5_000:
            failures.append("half-open connections kept others waiting %d ms" % many["slowest_ms"])
    except OSError as error:
        failures.append(str(error))
    finally:
        code = server.stop()
    if code:
        failures.append("the server ended with %d" % code)
    for failure in failures:
        print("FAILED: " + failure)
    if not arguments.keep:
        shutil.rmtree(arguments.work, ignore_errors=True)
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
