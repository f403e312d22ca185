#!/usr/bin/env python3
"""Hands what `paychain export` writes to the programs it is written for.

usage: exchange.py PAYCHAIN [--store STORE] [--venv FOLDER]

Without --store a store is made of sample-logs. pm4py reads the XES and the OCEL 2.0 and must find as many cases, events and objects as were
written; the OTLP lines are parsed by OpenTelemetry's own protobuf definition of TracesData, unknown fields refused, which is what Jaeger
and collectors decode an upload with, and every trace must have one root and no span without a parent; ids must be lower-case hexadecimal, 64-bit
integers strings and enumerations numbers, which the specification of OTLP/JSON asks for; what Jaeger's page makes of a file is asked of it too: a file
of several lines is one upload of all their resourceSpans, a span without a start is dropped, one whose id another has is renamed, a span with no
service has no lane, and of a tag that stands twice one is dropped with a warning: none of that may happen; the CSV and NDJSON are read by Python's own readers and
compared. The dashboards are read by Grafana's own model of them (grafana-foundation-sdk, generated from Grafana's published schema) and written
again: a member that the schema does not know is lost on the way. All of it comes from PyPI into a virtual environment of its own (--venv keeps it).
Exit code 1 when a program refuses a file or reads something else than was written.
"""
import argparse
import csv
import json
import os
import subprocess
import sys
import tempfile
import venv

READERS = r'''
import json, sys, warnings
warnings.filterwarnings("ignore")
kind, path = sys.argv[1:]
if kind == "xes":
    import pm4py
    log = pm4py.read_xes(path, show_progress_bar=False) if "show_progress_bar" in pm4py.read_xes.__code__.co_varnames else pm4py.read_xes(path)
    graph, starts, ends = pm4py.discover_dfg(log)
    times = log["time:timestamp"]
    ordered = all(one["time:timestamp"].is_monotonic_increasing for _, one in log.groupby("case:concept:name"))
    print(json.dumps({"cases": int(log["case:concept:name"].nunique()), "events": len(log), "activities": int(log["concept:name"].nunique()),
                      "edges": len(graph), "starts": len(starts), "undated": int(times.isna().sum()), "in_order": bool(ordered)}))
elif kind == "ocel":
    import pm4py
    log = pm4py.read_ocel2_json(path)
    orders = log.objects[log.objects["ocel:type"] == "order"]
    print(json.dumps({"cases": int(orders["ocel:oid"].nunique()), "events": len(log.events), "objects": len(log.objects)}))
elif kind == "grafana":
    import glob, os
    from grafana_foundation_sdk.cog.encoder import JSONEncoder
    from grafana_foundation_sdk.cog.plugins import register_default_plugins
    from grafana_foundation_sdk.models.dashboard import Dashboard
    register_default_plugins()
    faults = []
    def compare(name, ours, theirs):
        if isinstance(ours, dict):
            for key, value in ours.items():
                if not isinstance(theirs, dict) or key not in theirs:
                    faults.append(f"{name}.{key} is not known")
                else:
                    compare(f"{name}.{key}", value, theirs[key])
        elif isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
            for place, (a, b) in enumerate(zip(ours, theirs)):
                compare(f"{name}[{place}]", a, b)
        elif ours != theirs:
            faults.append(f"{name}: {ours} is read as {theirs}")
    files = sorted(glob.glob(os.path.join(path, "*.json")))
    for file in files:
        ours = json.load(open(file))
        compare(os.path.basename(file), ours, json.loads(JSONEncoder().encode(Dashboard.from_json(ours))))
    print(json.dumps({"dashboards": len(files), "faults": faults[:10]}))
else:
    import re
    from google.protobuf import json_format
    def forms(value):
        """What OTLP/JSON asks for where protobuf's own JSON leaves a choice, or asks otherwise."""
        if isinstance(value, list):
            for one in value:
                yield from forms(one)
        elif isinstance(value, dict):
            for key, one in value.items():
                if key == "traceId" and not re.fullmatch("[0-9a-f]{32}", one) or key == "spanId" and not re.fullmatch("[0-9a-f]{16}", one) \
                        or key == "parentSpanId" and not re.fullmatch("([0-9a-f]{16})?", one) \
                        or (key.endswith("UnixNano") or key == "intValue") and not (isinstance(one, str) and re.fullmatch("-?[0-9]+", one)) \
                        or key in ("kind", "code") and not isinstance(one, int):
                    yield f"{key}: {one}"
                yield from forms(one)
    from opentelemetry.proto.trace.v1.trace_pb2 import TracesData
    traces, spans, events, faults = set(), 0, 0, []
    for number, line in enumerate(open(path), 1):
        # Ids are hexadecimal in OTLP/JSON and base64 in protobuf's own JSON: the one difference that the specification makes.
        import base64
        def ids(value):
            if isinstance(value, dict):
                return {key: base64.b64encode(bytes.fromhex(one)).decode() if key in ("traceId", "spanId", "parentSpanId") else ids(one)
                        for key, one in value.items()}
            return [ids(one) for one in value] if isinstance(value, list) else value
        raw = json.loads(line)
        if list(raw) != ["resourceSpans"]:
            faults.append(f"line {number}: members {list(raw)}")
        faults += [f"line {number}: {one}" for one in forms(raw)]
        data = json_format.Parse(json.dumps(ids(raw)), TracesData(), ignore_unknown_fields=False)
        known, parents, named = set(), [], []
        for resource in data.resource_spans:
            if not any(one.key == "service.name" for one in resource.resource.attributes):
                faults.append(f"line {number}: a resource without service.name")
            for scope in resource.scope_spans:
                for span in scope.spans:
                    spans += 1
                    events += len(span.events)
                    traces.add(span.trace_id)
                    known.add(span.span_id)
                    named.append(span.span_id)
                    for tags in [span.attributes, resource.resource.attributes] + [one.attributes for one in span.events]:
                        if len({one.key for one in tags}) != len(tags):
                            faults.append(f"line {number}: an attribute of span {span.name} stands twice")
                    if span.start_time_unix_nano < 1_000 or any(one.time_unix_nano < 1_000 for one in span.events):
                        faults.append(f"line {number}: span {span.name} without a time")
                    parents.append(span.parent_span_id)
                    if len(span.trace_id) != 16 or len(span.span_id) != 8 or not span.name or span.end_time_unix_nano < span.start_time_unix_nano:
                        faults.append(f"line {number}: span {span.name}")
        if len(named) != len(known):
            faults.append(f"line {number}: two spans with one id")
        if parents.count(b"") != 1 or any(one and one not in known for one in parents):
            faults.append(f"line {number}: not one root, or a span without its parent")
        if len({span.trace_id for resource in data.resource_spans for scope in resource.scope_spans for span in scope.spans}) != 1:
            faults.append(f"line {number}: not one trace")
    print(json.dumps({"cases": len(traces), "spans": spans, "events": events, "faults": faults[:5]}))
'''


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("paychain")
    parser.add_argument("--store")
    parser.add_argument("--venv")
    arguments = parser.parse_args()
    work = tempfile.TemporaryDirectory()
    store = arguments.store or os.path.join(work.name, "sample.db")
    if not arguments.store:
        logs = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "sample-logs")
        subprocess.run([arguments.paychain, "analyze", logs, "--db", store, "--quiet"], stdout=subprocess.DEVNULL, check=True)
    folder = arguments.venv or os.path.join(work.name, "venv")
    python = os.path.join(folder, "bin", "python")
    if not os.path.exists(python):
        venv.create(folder, with_pip=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", "pm4py", "opentelemetry-proto", "grafana-foundation-sdk"], check=True)

    def export(form):
        path = os.path.join(work.name, "orders." + {"ocel": "json", "otlp": "jsonl"}.get(form, form))
        subprocess.run([arguments.paychain, "export", "--format", form, "--db", store, "-o", path, "--quiet"], check=True)
        return path

    faults = []

    def same(what, found, wanted):
        print("%-34s %s" % (what, found))
        if found != wanted:
            faults.append("%s: read %s, written %s" % (what, found, wanted))

    orders = [json.loads(line) for line in open(export("ndjson"))]
    events = sum(len(order["events"]) for order in orders)
    with open(export("csv"), newline="") as table:
        rows = list(csv.DictReader(table))
    same("csv: rows", len(rows), len(orders))

    def read(form, path=None):
        ran = subprocess.run([python, "-c", READERS, form, path or export(form)], capture_output=True, text=True)
        if ran.returncode:
            faults.append("%s: %s" % (form, ran.stderr.strip().splitlines()[-1:]))
            return {}
        return json.loads(ran.stdout.strip().splitlines()[-1])

    xes = read("xes")
    same("xes: traces (pm4py)", xes.get("cases"), len(orders))
    same("xes: events", xes.get("events"), events)
    same("xes: events without a time", xes.get("undated"), 0)
    same("xes: events in order of time", xes.get("in_order"), True)
    print("xes: %s activities, %s edges that directly follow each other" % (xes.get("activities"), xes.get("edges")))
    ocel = read("ocel")
    same("ocel: objects of type order (pm4py)", ocel.get("cases"), len(orders))
    same("ocel: events", ocel.get("events"), events)
    otlp = read("otlp")
    same("otlp: traces (OpenTelemetry proto)", otlp.get("cases"), len(orders))
    same("otlp: faults", otlp.get("faults"), [])
    print("otlp: %s spans, %s span events" % (otlp.get("spans"), otlp.get("events")))
    boards = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "dashboards", "grafana", "dashboards")
    grafana = read("grafana", boards)
    print("grafana: %s dashboards (foundation SDK)" % grafana.get("dashboards"))
    same("grafana: faults", grafana.get("faults"), [])
    for fault in faults:
        print("FAILED: " + fault)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
