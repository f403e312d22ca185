#!/usr/bin/env python3
"""Holds the conversion report against the truth of simulated worlds.

    python3 Benchmarks/report_truth.py [--binary .build/release/paychain] [--seeds 200] [--orders 400] [--drop 0.1]
    python3 Benchmarks/report_truth.py --what times --seeds 20 --orders 48000
    python3 Benchmarks/report_truth.py --what recovery --seeds 40 --orders 2000

rates: For each seed it writes a world, takes a random share of the client log files away, analyzes what is left and compares every rate of every
funnel (and the conversion) with what really happened to the same orders (truth.ndjson). Asked for: the truth lies inside [low, high] in
every seed. Prints how wide the bounds are as well: bounds of [0, 1] would prove nothing.

times: Payers come within some minutes, and the logs are cut at the moment at which three orders in ten are still open. The median time from
the creation to the payment that the report tells of what is left is held against that of the same orders in the world that went on.
Asked for: 2 % in every seed and flow, and the truth inside the quantile's bounds. The median of those that are
seen scatters about that of all: by 0.9 % where a flow has 1,250 paid orders (--orders 24000), by 0.8 % with 2,500; the more the better.

recovery: The same seed again with one thing done as well (simulate --practice). Of the orders that the report's verdicts call stuck or lost,
as many must be marked, or have shown the result, as the report says: between "surely" and "at most".
"""
import argparse, bisect, datetime, json, os, random, shutil, subprocess, sys, tempfile

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


def truths(world):
    with open(os.path.join(world, "truth.ndjson")) as lines:
        return [json.loads(line) for line in lines]


def middle(values):
    values = sorted(values)
    return values[len(values) // 2]


def stamp(microseconds):
    moment = datetime.datetime.fromtimestamp(microseconds / 1e6, datetime.timezone.utc)
    return moment.strftime("%Y-%m-%dT%H:%M:%S.%f") + "Z"


def times(binary, seed, orders, folder):
    """For each flow: the report's median, its bounds, the truth, the orders, and the share that is open."""
    world = os.path.join(folder, "t")
    given = ["--seed", str(seed), "--orders", str(orders), "--minutes", "5", "--devices", "0", "--noise", "0", "--compression", "none", "--rotations", "1",
             "--quiet"]
    # Nothing is logged, and the truth is told all the same: it says where to cut.
    run(binary, "simulate", world, *given, "--until", "2026-11-02T02:00:00.001Z")
    rows = truths(world)
    shutil.rmtree(world)
    cut = None
    made = sorted(row["created"] for row in rows)
    paid = sorted(row["paid"] for row in rows if "paid" in row)
    for count, moment in list(enumerate(made))[orders // 10:]:
        if count - bisect.bisect_left(paid, moment) >= 0.35 * count:
            cut = moment
    if cut is None:
        sys.exit(f"seed {seed}: three orders in ten are never open at once")
    run(binary, "simulate", world, *given, "--until", stamp(cut))
    db = os.path.join(world, "p.db")
    run(binary, "analyze", os.path.join(world, "logs"), "--config", os.path.join(world, "paychain.yaml"), "--db", db, "--as-of", stamp(cut),
        "--quiet")
    report = json.loads(run(binary, "report", "--db", db, "--from", "2026-01-01", "--to", stamp(cut), "--compare", "none", "--json", "--quiet"))
    found = []
    for funnel in report["funnels"]:
        # Orders whose flow no line tells are mostly those whose creation no line tells: nothing to count from.
        if funnel["flow"] == "unknown":
            continue
        step = next((step for step in funnel["steps"] if step["step"] == "paid"), None)
        mine = [row for row in rows if row["flow"] == funnel["flow"] and row["created"] < cut]
        paid = [(row["paid"] - row["created"]) / 1e6 for row in mine if "paid" in row]
        if step is None or len(paid) < 1_000:
            continue
        told = step["median_seconds"]
        found.append((funnel["flow"], told, middle(paid), len(paid), step["open"] / max(1, funnel["orders"])))
    shutil.rmtree(world)
    return found


def check_times(binary, seeds, first, orders, folder):
    told, right, wrong, inside, all_open = {}, {}, 0, 0, []
    count = 0
    for seed in range(first, first + seeds):
        for flow, median, truth, paid, open_share in times(binary, seed, orders, folder):
            count += 1
            told.setdefault(flow, []).append(median["point"] / truth)
            all_open.append(open_share)
            low, high = median["low"] or 0, median["high"] if median["high"] is not None else float("inf")
            inside += low <= truth <= high
            off = abs(median["point"] / truth - 1)
            wrong += off > 0.02
            print(f"seed {seed} {flow}: {median['point']:.2f} s told, {truth:.2f} s true ({off * 100:.1f} % off), {paid} paid, "
                  f"{open_share * 100:.0f} % open", flush=True)
    bad = 0
    for flow, ratios in sorted(told.items()):
        mean = sum(ratios) / len(ratios)
        bad += abs(mean - 1) > 0.02
        print(f"{flow}: {mean * 100 - 100:+.2f} % on average of {len(ratios)} seeds, worst {max(abs(one - 1) for one in ratios) * 100:.1f} %")
    print(f"{count} medians: {count - wrong} within 2 % of the truth, {inside} with the truth inside their bounds, "
          f"{sum(all_open) / max(1, len(all_open)) * 100:.0f} % of the orders open")
    return bad == 0 and wrong == 0


PRACTICES = ["foreground_query", "scheme_fallback", "right_notify_answer", "one_more_retry"]


def check_recovery(binary, seeds, first, orders, folder):
    right, sums = 0, {}
    for seed in range(first, first + seeds):
        world, db = os.path.join(folder, "r"), os.path.join(folder, "r.db")
        given = ["--seed", str(seed), "--orders", str(orders), "--profile", "even" if seed % 2 else "realistic", "--quiet"]
        run(binary, "simulate", world, *given)
        run(binary, "analyze", os.path.join(world, "logs"), "--config", os.path.join(world, "paychain.yaml"), "--db", db, "--quiet")
        base = {row["order"]: set(row["events"]) for row in truths(world)}
        shutil.rmtree(world)
        report = json.loads(
            run(binary, "report", "--db", db, "--from", "2026-01-01", "--to", "2027-01-01", "--compare", "none", "--json", "--quiet"))
        stuck = {json.loads(line)["order"] for line in run(binary, "orders", "--db", db, "--stuck", "--ndjson").splitlines()}
        wrong_money = {"amount_mismatch", "merchant_mismatch", "charged_twice", "sandbox_in_production"}
        harmed = {"marked": set(), "payers": set()}
        for line in run(binary, "orders", "--db", db, "--ndjson").splitlines():
            row = json.loads(line)
            fired = {one["code"] for one in row["breaks"]}
            if row["outcome"] != "paid" or row["flow"] == "storekit" or fired & wrong_money or "bill_only" in row["remarks"]:
                continue
            if row["order"] in stuck:
                harmed["marked"].add(row["order"])
            if row["experience"] == "lost":
                harmed["payers"].add(row["order"])
        os.remove(db)
        claims = {row["action"]: row for row in report["recovery"]}
        is_right = True
        for practice in PRACTICES:
            run(binary, "simulate", world, *given, "--practice", practice)
            after = {row["order"]: set(row["events"]) for row in truths(world)}
            shutil.rmtree(world)
            claim = claims.get(practice)
            for what, step in (("marked", "marked_paid"), ("payers", "result_shown")):
                really = sum(step in after.get(order, ()) and step not in base.get(order, ()) for order in harmed[what])
                low, high = (claim[what], claim[what + "_at_most"]) if claim else (0, 0)
                total = sums.setdefault((practice, what), [0, 0, 0, 0])
                for place, value in enumerate((low, really, high, len(harmed[what]))):
                    total[place] += value
                if not low <= really <= high:
                    is_right = False
                    print(f"seed {seed} {practice} {what}: {low} to {high} claimed, {really} in the rerun", flush=True)
        right += is_right
    for (practice, what), (low, really, high, harmed) in sums.items():
        print(f"{practice} {what}: surely {low}, in the rerun {really}, at most {high}; of {harmed} harmed")
    print(f"{right} of {seeds} seeds have the rerun inside every claim")
    return right == seeds


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--binary", default=".build/release/paychain")
    options.add_argument("--seeds", type=int, default=200)
    options.add_argument("--first", type=int, default=1)
    options.add_argument("--orders", type=int, default=400)
    options.add_argument("--drop", type=float, default=0.1)
    options.add_argument("--what", choices=["rates", "times", "recovery"], default="rates")
    given = options.parse_args()
    if given.what != "rates":
        check = check_times if given.what == "times" else check_recovery
        with tempfile.TemporaryDirectory() as folder:
            sys.exit(0 if check(given.binary, given.seeds, given.first, given.orders, folder) else 1)
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
