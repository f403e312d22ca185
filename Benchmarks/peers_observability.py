#!/usr/bin/env python3
"""Real Prometheus and Alertmanager against paychain: a scrape of its /metrics, its alerts received, grouped and resolved.

    python3 Benchmarks/peers_observability.py [--paychain .build/release/paychain]

Needs `prometheus`, `promtool`, `amtool` and `prometheus-alertmanager` (Debian: prometheus, prometheus-alertmanager; Homebrew: prometheus,
alertmanager). Everything listens on loopback, on free ports, in a temporary folder. Ends with 0 when every check holds.
"""
import argparse, contextlib, http.server, json, os, pathlib, shutil, socket, subprocess, sys, tempfile, threading, time, urllib.request

root = pathlib.Path(__file__).resolve().parent.parent
failures = []


def check(name, holds, detail=""):
    print(("ok    " if holds else "FAILS ") + name + (f": {detail}" if detail and not holds else ""), flush=True)
    if not holds:
        failures.append(name)


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


def ask(url, data=None, timeout=5):
    request = urllib.request.Request(url, data=json.dumps(data).encode() if data is not None else None,
                                     headers={"Content-Type": "application/json"} if data is not None else {})
    with urllib.request.urlopen(request, timeout=timeout) as answer:
        return json.loads(answer.read() or b"null")


def wait(what, condition, seconds=40):
    """Polls: Prometheus looks for its targets only every five seconds."""
    end = time.time() + seconds
    while time.time() < end:
        with contextlib.suppress(Exception):
            value = condition()
            if value:
                return value
        time.sleep(0.25)
    check(what, False, "never came")
    return None


class Page(http.server.BaseHTTPRequestHandler):
    """Serves what `paychain alerts run --metrics` wrote, as a textfile collector would."""
    page = b""

    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
        self.end_headers()
        self.wfile.write(Page.page)

    def log_message(self, *_):
        pass


class Hook(http.server.BaseHTTPRequestHandler):
    """What Alertmanager sends to a webhook."""
    bodies = []

    def do_POST(self):
        Hook.bodies.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_):
        pass


def serve(handler):
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server.server_address[1]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--paychain", default=str(root / ".build/release/paychain"))
    options = parser.parse_args()
    for tool in ["prometheus", "promtool", "amtool"]:
        if not shutil.which(tool):
            sys.exit(f"{tool} is not installed (see the head of this file)")
    alertmanager = shutil.which("prometheus-alertmanager") or shutil.which("alertmanager")
    if not alertmanager:
        sys.exit("alertmanager is not installed (see the head of this file)")
    paychain = os.path.abspath(options.paychain)
    processes = []
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)

        def run(*arguments, **more):
            return subprocess.run([paychain, *arguments], capture_output=True, text=True, cwd=folder, **more)

        try:
            dashboards = root / "dashboards"
            for name, command in {
                "promtool check rules": ["promtool", "check", "rules", dashboards / "prometheus/paychain.rules.yaml"],
                "promtool test rules": ["promtool", "test", "rules", dashboards / "prometheus/paychain.rules.test.yaml"],
                "promtool check config": ["promtool", "check", "config", dashboards / "prometheus/prometheus.yaml"],
                "amtool check-config": ["amtool", "check-config", dashboards / "alertmanager/alertmanager.yaml"],
            }.items():
                result = subprocess.run(command, capture_output=True, text=True)
                check(name, result.returncode == 0, result.stdout + result.stderr)

            logs = root / "sample-logs"
            result = run("analyze", str(logs), "--db", "shop.db", "--quiet", "--config", str(logs / "paychain.yaml"))
            check("analyze", result.returncode == 0, result.stderr)

            # One rule that fires on the sample day as of its end, and a receiver.
            alertmanager_port, hook_port = free_port(), serve(Hook)
            rules = folder / "rules.yaml"
            text = lambda threshold: f"""
groups:
  - name: money
    rules:
      - alert: PaidNotMarked
        measure: break_count
        break: paid_not_marked
        by: [provider]
        window: 24h
        threshold: "> {threshold}"
        severity: critical
        annotations: {{summary: "{{{{ value }}}} orders: {{{{ examples }}}}"}}
receivers:
  - {{name: am, type: alertmanager, url: "http://127.0.0.1:{alertmanager_port}"}}
route: {{receiver: am}}
"""
            rules.write_text(text(0))
            result = run("alerts", "check", str(rules))
            check("alerts check", result.returncode == 0, result.stdout + result.stderr)

            # A real Alertmanager, its webhook being us.
            (folder / "am.yaml").write_text(f"""
route: {{receiver: hook, group_by: [alertname], group_wait: 1s, group_interval: 2s, repeat_interval: 1h}}
receivers: [{{name: hook, webhook_configs: [{{url: "http://127.0.0.1:{hook_port}/", send_resolved: true}}]}}]
""")
            processes.append(subprocess.Popen(
                [alertmanager, f"--config.file={folder}/am.yaml", f"--storage.path={folder}/am", "--cluster.listen-address=",
                 f"--web.listen-address=127.0.0.1:{alertmanager_port}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
            api = f"http://127.0.0.1:{alertmanager_port}/api/v2"
            wait("alertmanager starts", lambda: ask(f"{api}/status"))

            fired = run("alerts", "run", str(rules), "--db", "shop.db", "--send", "--json")
            check("alerts run exits with 1 when something fires", fired.returncode == 1, fired.stdout + fired.stderr)
            ours = [a for a in json.loads(fired.stdout)["alerts"] if a["state"] == "firing" and a["labels"]["alertname"] == "PaidNotMarked"]
            check("something fires on the sample day", len(ours) > 0, fired.stdout)
            there = wait("alertmanager has received", lambda: [
                a for a in ask(f"{api}/alerts") if a["labels"]["alertname"] == "PaidNotMarked"])
            check("alertmanager has them all", there is not None and len(there) == len(ours), there)
            groups = wait("alertmanager groups", lambda: [
                g for g in ask(f"{api}/alerts/groups") if g["labels"].get("alertname") == "PaidNotMarked"])
            check("they are one group", groups is not None and len(groups) == 1 and len(groups[0]["alerts"]) == len(ours), groups)
            body = wait("the webhook hears", lambda: [
                b for b in Hook.bodies if b["status"] == "firing" and b["groupLabels"].get("alertname") == "PaidNotMarked"])
            check("with what we said", bool(body) and all("orders:" in a["annotations"].get("summary", "") for a in body[0]["alerts"]))
            again = run("alerts", "run", str(rules), "--db", "shop.db", "--send", "--json")
            check("a second run says nothing new", again.returncode == 1 and "not delivered" not in again.stderr, again.stderr)

            # The page, checked and scraped.
            page = run("alerts", "run", str(rules), "--db", "shop.db", "--metrics", "-")
            Page.page = page.stdout.encode()
            result = subprocess.run(["promtool", "check", "metrics"], input=page.stdout, capture_output=True, text=True)
            check("promtool check metrics", result.returncode == 0 and not result.stderr.strip(), result.stdout + result.stderr)
            page_port, prometheus_port = serve(Page), free_port()
            # The rules as they are, but for the minute between two evaluations: nobody waits so long here.
            (folder / "rules.yaml").write_text((dashboards / "prometheus/paychain.rules.yaml").read_text().replace("interval: 1m", "interval: 1s"))
            (folder / "prometheus.yaml").write_text(f"""
global: {{scrape_interval: 1s, evaluation_interval: 1s}}
rule_files: [{folder}/rules.yaml]
alerting: {{alertmanagers: [{{static_configs: [{{targets: ["127.0.0.1:{alertmanager_port}"]}}]}}]}}
scrape_configs: [{{job_name: paychain, static_configs: [{{targets: ["127.0.0.1:{page_port}"]}}]}}]
""")
            processes.append(subprocess.Popen(
                ["prometheus", f"--config.file={folder}/prometheus.yaml", f"--storage.tsdb.path={folder}/tsdb",
                 f"--web.listen-address=127.0.0.1:{prometheus_port}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
            query = lambda q: ask(f"http://127.0.0.1:{prometheus_port}/api/v1/query?query={urllib.request.quote(q)}")["data"]["result"]
            up = wait("prometheus scrapes", lambda: [r for r in query('up{job="paychain"}') if r["value"][1] == "1"])
            check("the scrape is up", bool(up))
            total = wait("orders are there", lambda: query("sum(paychain_orders)"))
            stored = json.loads(run("orders", "--db", "shop.db", "--limit", "1", "--json").stdout)["total"]
            check("as many orders as the store has", bool(total) and int(float(total[0]["value"][1])) == stored, (total, stored))
            firing = wait("our alert is a series", lambda: query('paychain_alerts{state="firing",alertname="PaidNotMarked"}'))
            check("with the same count", bool(firing) and int(float(firing[0]["value"][1])) == len(ours), firing)
            wait("a recording rule is evaluated", lambda: query("paychain:orders:paid"))

            # The fault is mended: resolved, all the way to the webhook.
            rules.write_text(text(100_000))
            done = run("alerts", "run", str(rules), "--db", "shop.db", "--send", "--as-of", "2026-12-30 10:00", "--json")
            check("the alert is over", not [a for a in json.loads(done.stdout)["alerts"] if a["labels"]["alertname"] == "PaidNotMarked"
                                            and a["state"] == "firing"], done.stdout + done.stderr)
            wait("the webhook hears that it is over", lambda: [
                b for b in Hook.bodies if b["status"] == "resolved" and b["groupLabels"].get("alertname") == "PaidNotMarked"])
            wait("alertmanager has none left", lambda: not [
                a for a in ask(f"{api}/alerts?active=true") if a["labels"]["alertname"] == "PaidNotMarked"] or None)
        finally:
            for process in processes:
                process.terminate()
            for process in processes:
                process.wait()
    print(f"{len(failures)} checks fail" if failures else "all checks hold")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
