#!/usr/bin/env python3
"""Holds the funnels of `paychain report` against two SQL engines that count the same orders by themselves.

    pip install duckdb chdb
    python3 Benchmarks/funnel_peer.py [--binary .build/release/paychain] [--orders 5000] [--seed 3]

The orders' steps go from `paychain orders --ndjson` into DuckDB, which counts every step and takes the exact medians, and into ClickHouse's
engine (chdb), whose windowFunnel counts created → wallet → paid and paid → notified, paid → marked. The world has right clocks, so that the
order of stamps is the order of events, and an hour of payments has no two orders in one. Not part of CI: it needs the two packages.
"""
import argparse, json, os, subprocess, sys, tempfile


def run(*words):
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode not in (0, 1):
        sys.exit(f"{' '.join(words)}: {done.stderr}")
    return done.stdout


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--binary", default=".build/release/paychain")
    options.add_argument("--orders", type=int, default=5000)
    options.add_argument("--seed", type=int, default=3)
    given = options.parse_args()
    try:
        import duckdb
    except ImportError:
        sys.exit("pip install duckdb chdb")
    with tempfile.TemporaryDirectory() as folder:
        world, db = os.path.join(folder, "w"), os.path.join(folder, "p.db")
        run(given.binary, "simulate", world, "--orders", str(given.orders), "--seed", str(given.seed), "--clock-skew", "0", "--quiet")
        run(given.binary, "analyze", os.path.join(world, "logs"), "--config", os.path.join(world, "paychain.yaml"), "--db", db, "--quiet")
        report = json.loads(
            run(given.binary, "report", "--db", db, "--from", "2026-01-01", "--to", "2027-01-01", "--compare", "none", "--json", "--quiet"))
        rows = [json.loads(line) for line in run(given.binary, "orders", "--db", db, "--ndjson").splitlines()]
        rows = [row for row in rows if "bill_only" not in row["remarks"]]
        table = os.path.join(folder, "steps.ndjson")
        with open(table, "w") as out:
            for row in rows:
                paid = row["outcome"] in ("paid", "refunded")
                for place, step in enumerate(row["steps"]):
                    seen = step["state"] == "seen" if step["step"] != "paid" else paid
                    at = row["paid_at"] if step["step"] == "paid" else step.get("at")
                    out.write(json.dumps({
                        "order": row["order"], "flow": row["flow"], "paid": paid, "step": step["step"], "place": place, "seen": seen,
                        "at": at, "created": row["created_at"], "paid_at": row["paid_at"]}) + "\n")
        wrong = 0

        def check(what, ours, theirs, slack=0.0):
            nonlocal wrong
            if ours is None and theirs is None or ours is not None and theirs is not None and abs(ours - theirs) <= slack:
                return
            wrong += 1
            print(f"{what}: {ours}, the peer has {theirs}")

        sql = duckdb.connect()
        sql.execute(f"CREATE TABLE steps AS SELECT * FROM read_json_auto('{table}', timestampformat='%Y-%m-%dT%H:%M:%S.%gZ')")
        sql.execute("CREATE TABLE gates AS SELECT \"order\", any_value(place) AS gate, bool_or(seen) AS through FROM steps "
                    "WHERE step = CASE WHEN flow = 'storekit' THEN 'purchased' ELSE 'paid' END GROUP BY \"order\"")
        counted = sql.execute(
            "SELECT flow, step, count(*) FILTER (WHERE seen AND (place <= gate OR through)), "
            "median(greatest(0, epoch(CAST(\"at\" AS TIMESTAMP)) - epoch((CASE WHEN place <= gate THEN created ELSE paid_at END)::TIMESTAMP))) "
            "FILTER (WHERE seen AND (place <= gate OR through)), count(*) FROM steps JOIN gates USING (\"order\") GROUP BY flow, step").fetchall()
        peers = {(flow, step): (hits, median, total) for flow, step, hits, median, total in counted}
        server_steps = {"paid", "notified", "marked_paid"}
        checks = 0
        for funnel in report["funnels"]:
            for step in funnel["steps"]:
                hits, median, total = peers[(funnel["flow"], step["step"])]
                name = f"{funnel['flow']} {step['step']}"
                check(name + " reached", step["reached"]["yes"], hits)
                check(name + " orders", funnel["orders"], total)
                checks += 2
                # Client stamps are shown corrected by the report, raw by the orders; and all of these orders are over.
                if step["step"] in server_steps and step["reached"]["open"] == 0 and hits:
                    ours = step["median_seconds"]["point"]
                    check(name + " median", ours, median, max(0.02, 0.02 * median))
                    checks += 1
        print(f"DuckDB: {checks} numbers compared")
        try:
            import chdb
        except ImportError:
            sys.exit("chdb is not there: windowFunnel was not asked")

        def levels(steps, flow):
            inside = ", ".join(f"step = '{step}' AND seen" for step in steps)
            query = (
                "SELECT countIf(level >= %d) FROM (SELECT windowFunnel(864000000000)(toUInt64(toUnixTimestamp64Milli("
                "parseDateTime64BestEffort(assumeNotNull(at), 3))), %s) AS level FROM file('%s', 'JSONEachRow', 'order String, flow String, "
                "paid Bool, step String, place UInt8, seen Bool, at Nullable(String)') WHERE at IS NOT NULL AND flow = '%s' GROUP BY order)"
                % (len(steps), inside, table, flow))
            return int(str(chdb.query(query, "CSV")).strip() or 0)

        asked = 0
        for funnel in report["funnels"]:
            steps = {step["step"]: step for step in funnel["steps"]}
            for path, step in [(["order_created", "wallet_opened", "paid"], "paid"), (["paid", "notified"], "notified"),
                               (["paid", "marked_paid"], "marked_paid")]:
                if not all(one in steps for one in path):
                    continue
                # A notify of an earlier, failed attempt comes before the payment: the vocabulary takes the step for seen, a window does not.
                early = sum(
                    row["flow"] == funnel["flow"] and row["outcome"] in ("paid", "refunded")
                    and any(one["step"] == step and one["state"] == "seen" and one["at"] < row["paid_at"] for one in row["steps"])
                    for row in rows) if path[0] == "paid" else 0
                check(f"{funnel['flow']} windowFunnel {' → '.join(path)}", steps[step]["of_base"]["yes"], levels(path, funnel["flow"]) + early)
                asked += 1
        print(f"windowFunnel: {asked} funnels compared")
        print("equal" if wrong == 0 else f"{wrong} differ")
        sys.exit(0 if wrong == 0 else 1)


if __name__ == "__main__":
    main()
