#!/usr/bin/env python3
"""Simulates seeded worlds, analyzes them and holds the verdicts against the hidden truth (make accuracy).

Whole logs: outcome, experience and primary break must be right for the asked share of orders. Cut logs (whole sources, their ends,
rotated files, lost or damaged stretches): no step may be called missing whose event is in the full truth.
usage: accuracy.py PAYCHAIN [--seeds 20] [--orders 2000] [--skew 24] [--cut 0.4] [--share 0.995] [-v]
"""
import argparse
import collections
import json
import os
import shutil
import subprocess
import sys
import tempfile


def ndjson(path):
    with open(path) as lines:
        return [json.loads(line) for line in lines if line.strip()]


def listed(value):
    return value if isinstance(value, list) else [value]


def disagreements(truth, result):
    """What is wrong with one order's verdict, as words."""
    if result is None:
        return ["absent"]
    wrong = []
    if result["flow"] != truth["flow"]:
        wrong.append("flow %s want %s" % (result["flow"], truth["flow"]))
    if result["outcome"] not in listed(truth["outcome"]):
        wrong.append("outcome %s want %s" % (result["outcome"], truth["outcome"]))
    if truth["experience"] is not None and result["experience"] not in listed(truth["experience"]):
        wrong.append("experience %s want %s" % (result["experience"], truth["experience"]))
    if result["primary_break"] not in truth["primary"]:
        wrong.append("primary %s want %s" % (result["primary_break"], truth["primary"]))
    codes = {item["code"] for item in result["breaks"]}
    wrong += ["lacks " + code for code in truth["breaks"] if code not in codes]
    wrong += ["extra " + code for code in truth.get("not_breaks", []) if code in codes]
    return wrong


def other_reason(truth, result):
    """Another reason of the primary break: listed, not counted."""
    if "reason" not in truth:
        return []
    reasons = [item.get("reason") for item in result["breaks"] if item["code"] == result["primary_break"]]
    return [] if truth["reason"] in reasons else ["(reason %s want %s)" % (reasons, truth["reason"])]


def analyze(paychain, folder, world):
    out = os.path.join(folder, "result.ndjson")
    with open(out, "wb") as stdout:
        subprocess.run(
            [paychain, "analyze", os.path.join(folder, "logs"), "--config", os.path.join(world, "paychain.yaml"), "--no-db",
             "--ndjson", "--quiet"], stdout=stdout, check=True)
    return {line["order"]: line for line in ndjson(out)}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("paychain")
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--first-seed", type=int, default=1)
    parser.add_argument("--orders", type=int, default=2000)
    parser.add_argument("--skew", default="24")
    parser.add_argument("--cut", default="0.4")
    parser.add_argument("--profile", default="realistic")
    parser.add_argument("--share", type=float, default=0.995)
    parser.add_argument("--keep", default=None, help="keep the worlds in this folder")
    parser.add_argument("-v", action="store_true")
    arguments = parser.parse_args()
    right = total = false_missing = phantoms = 0
    kinds = collections.Counter()
    examples = {}
    for seed in range(arguments.first_seed, arguments.first_seed + arguments.seeds):
        root = arguments.keep or tempfile.mkdtemp(prefix="paychain-accuracy-")
        for cut in (False, True):
            folder = os.path.join(root, "%d%s" % (seed, "-cut" if cut else ""))
            shutil.rmtree(folder, ignore_errors=True)
            subprocess.run(
                [arguments.paychain, "simulate", folder, "--orders", str(arguments.orders), "--seed", str(seed),
                 "--clock-skew", arguments.skew, "--profile", arguments.profile, *(["--cut", arguments.cut] if cut else [])],
                check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            truth = ndjson(os.path.join(folder, "truth.ndjson"))
            got = analyze(arguments.paychain, os.path.join(folder, "cut") if cut else folder, folder)
            if not cut:
                # in cut logs the number of an attempt may remain whose order is cut away
                strangers = sorted(set(got) - {line["order"] for line in truth})
                phantoms += len(strangers)
                for order in strangers:
                    kinds["whole", "no order of the world", "phantom"] += 1
                    examples.setdefault(("whole", "no order of the world", "phantom"), (seed, order))
            for line in truth:
                result = got.get(line["order"])
                if cut:
                    for step in (result or {}).get("steps", []):
                        if step["state"] == "missing" and step["step"] in line.get("events", []):
                            false_missing += 1
                            examples.setdefault(("cut", line["scenario"], step["step"]), (seed, line["order"]))
                            kinds["cut", line["scenario"], step["step"]] += 1
                    continue
                total += 1
                wrong = disagreements(line, result)
                right += not wrong
                for word in wrong or other_reason(line, result):
                    kinds["whole", line["scenario"], word] += 1
                    examples.setdefault(("whole", line["scenario"], word), (seed, line["order"]))
        if not arguments.keep:
            shutil.rmtree(root)
    for part in ("whole", "cut"):
        listed_kinds = [(kind, count) for kind, count in kinds.most_common() if kind[0] == part]
        for kind, count in listed_kinds[:60 if arguments.v else 12]:
            print("%5d  %s %s: %s   e.g. seed %d order %s" % (count, *kind, *examples[kind]))
    share = right / max(1, total)
    print("right: %d of %d = %.4f   missing though it happened: %d   phantom orders: %d" % (
        right, total, share, false_missing, phantoms))
    sys.exit(0 if share >= arguments.share and not false_missing and not phantoms else 1)


if __name__ == "__main__":
    main()
