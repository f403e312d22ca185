#!/usr/bin/env python3
"""Holds the conversion report against the truth of simulated worlds.

    python3 Benchmarks/report_truth.py [--binary .build/release/paychain] [--seeds 200] [--orders 400] [--drop 0.1]

For each seed it writes a world, takes a random share of the client log files away, analyzes what is left and compares every rate of every
funnel (and the conversion) with what really happened to the same orders (truth.ndjson). Asked for: the truth lies inside [low, high] in
every seed. Prints how wide the bounds are as well: bounds of [0, 1] would prove nothing.
"""
import argparse, json, os, random, shutil, subprocess, sys, tempfile

GATE = {"storekit": "purchased"}


def run(*words):
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode not in (0, 1):
        sys.exit(f"{' '.join(words)}: {done.stderr}")
    return done.stdout


def happened(truth, flow, step, order_of_steps):
    """The order really reached the step; behind the payment only paid orders do."""
    events = truth["events"]
    gate = GATE.get(flow, "paid")
    paid = truth["outcome"] in ("paid", "refunded") if gate == "paid" else gate in events
    if step == gate:
        return paid
    if gate in order_of_steps and order_of_steps.index(step) > order_of_steps.index(gate) and not paid:
        return False
    return step in events


def one(binary, seed, orders, drop, folder):
    world = os.path.join(folder, "w")
    run(binary, "simulate", world, "--seed", str(seed), "--orders", str(orders), "--quiet", "--profile", "even" if seed % 2 else "realistic")
    client = []
    for root, _, files in os.walk(os.path.join(world, "logs", "client")):
        client += [os.path.join(root, name) for name in files]
    client.sort()
    chance = random.Random(seed)
    for path in chance.sample(client, max(1, round(len(client) * drop))):
        os.remove(path)
    db = os.path.join(world, "p.db")
    run(binary, "analyze", os.path.join(world, "logs"), "--config", os.path.join(world, "paychain.yaml"), "--db", db, "--quiet")
    report = json.loads(
        run(binary, "report", "--db", db, "--from", "2026-01-01", "--to", "2027-01-01", "--compare", "none", "--json", "--quiet"))
    truth = {}
    with open(os.path.join(world, "truth.ndjson")) as lines:
        for line in lines:
            row = json.loads(line)
            truth[row["order"]] = row
    judged = [json.loads(line) for line in run(binary, "orders", "--db", db, "--ndjson").splitlines()]
    judged = [row for row in judged if "bill_only" not in row["remarks"] and row["order"] in truth]
    outside, widths, checked, strict = [], [], 0, 0
    many_paid = sum(truth[row["order"]]["outcome"] in ("paid", "refunded") for row in judged if isinstance(truth[row["order"]]["outcome"], str))
    rates = [("all", "conversion", report["conversion"], many_paid / max(1, len(judged)))]
    for funnel in report["funnels"]:
        mine = [row for row in judged if row["flow"] == funnel["flow"]]
        steps = [step["step"] for step in funnel["steps"]]
        if len(mine) != funnel["orders"]:
            outside.append(f"{funnel['flow']}: {funnel['orders']} orders, not {len(mine)}")
            continue
        for step in funnel["steps"]:
            really = sum(happened(truth[row["order"]], funnel["flow"], step["step"], steps) for row in mine) / max(1, len(mine))
            rates.append((funnel["flow"], step["step"], step["reached"], really))
    for flow, step, rate, really in rates:
        checked += 1
        widths.append(rate["high"] - rate["low"])
        # Six decimals are written.
        total = rate["yes"] + rate["no"] + rate["open"] + rate["unseen"]
        # Without sampling error: what these very orders can have done.
        strict += not rate["yes"] - 1e-6 <= really * total <= total - rate["no"] + 1e-6
        if not rate["low"] - 1e-6 <= really <= rate["high"] + 1e-6:
            outside.append(f"{flow} {step}: {really:.4f} not in [{rate['low']:.4f}, {rate['high']:.4f}]")
    for row in report["recovery"]:
        example = truth.get(row["example"] or "")
        if example and example["outcome"] not in ("paid", "refunded"):
            outside.append(f"recovery {row['action']}: {row['example']} was never paid")
    shutil.rmtree(world)
    return outside, widths, checked, strict


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--binary", default=".build/release/paychain")
    options.add_argument("--seeds", type=int, default=200)
    options.add_argument("--first", type=int, default=1)
    options.add_argument("--orders", type=int, default=400)
    options.add_argument("--drop", type=float, default=0.1)
    given = options.parse_args()
    right, widths, checked, strict = 0, [], 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(given.first, given.first + given.seeds):
            outside, width, count, missed = one(given.binary, seed, given.orders, given.drop, folder)
            widths += width
            checked += count
            strict += missed
            right += not outside
            for line in outside:
                print(f"seed {seed}: {line}")
    widths.sort()
    print(f"{strict} of {checked} rates have the truth outside the bounds without sampling error")
    print(f"{right} of {given.seeds} seeds have the truth inside every bound; {checked} rates, width of the bounds: median "
          f"{widths[len(widths) // 2]:.3f}, p90 {widths[len(widths) * 9 // 10]:.3f}")
    sys.exit(0 if right == given.seeds else 1)


if __name__ == "__main__":
    main()
