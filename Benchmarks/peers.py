#!/usr/bin/env python3
"""One general engine doing the order-number-only job on the fixed-form set: used by bench.py.

usage: peers.py duckdb|chdb|polars min|full FOLDER OUT

min: flags and number of lines of every order in memory. full: also every line's time, the order's sorted chain, and the result kept in the
engine's own form in OUT (a DuckDB file, a MergeTree table, a Parquet file). Prints the counts as JSON. The engines get help that paychain
does not take: an order number is known to have 19 digits, and only known words are looked for.
"""
import glob
import json
import os
import sys

# Bits of an order's flags.
WORDS = ["pay.tap", "webview.load", "webview.intercept", "app.open", "app.open!", "app.return", "result.query", "result.show", "order.create",
         "prepay.request", "prepay.response", "notify.received", "notify.verify", "notify.verify!", "order.paid", "order.query", "order.closed",
         "edge.status", "edge.notify", "bill.open", "bill.paid", "bill.closed"]
BIT = {word: 1 << place for place, word in enumerate(WORDS)}
STATES = {"WAIT_BUYER_PAY": "bill.open", "NOTPAY": "bill.open", "TRADE_SUCCESS": "bill.paid", "SUCCESS": "bill.paid",
          "TRADE_CLOSED": "bill.closed", "CLOSED": "bill.closed"}
COUNTS = {"orders": "count(*)", "lines": "sum(n)", "paid": "bill.paid", "returned": "app.return"}


def answer(orders, lines, paid, returned, never_back):
    print(json.dumps({"orders": int(orders), "lines": int(lines), "paid": int(paid), "returned": int(returned), "never_back": int(never_back)}))


def case(column, choices):
    return "CASE %s %s ELSE 0 END" % (column, " ".join("WHEN '%s' THEN %s" % item for item in choices))


def duckdb(mode, folder, out):
    import duckdb as engine
    full = mode == "full"
    path = os.path.join(out, "duck.db")
    for leftover in (path, path + ".wal"):
        if os.path.exists(leftover):
            os.remove(leftover)
    db = engine.connect(path if full else ":memory:", config={"threads": os.cpu_count()})
    db.execute("SET preserve_insertion_order = false")

    def text(pattern):
        return ("read_csv('%s/%s', delim = chr(1), quote = '', escape = '', header = false, columns = {'line': 'VARCHAR'}, auto_detect = false, "
                "compression = 'gzip', max_line_size = 1048576)" % (folder, pattern)).replace("chr(1)", "'\x01'")

    def records(pattern, columns):
        return "read_json('%s/%s', format = 'newline_delimited', compression = 'gzip', columns = {%s})" % (folder, pattern, columns)

    def when(expression):
        return expression if full else "NULL::TIMESTAMP"

    client = """SELECT substr(line, place, 19) AS o, %s AS ts, word || CASE WHEN word = 'app.open' AND contains(line, 'ok=0') THEN '!' ELSE '' END AS word
        FROM (SELECT line, split_part(split_part(line, '[PayCallback] ', 2), ' ', 1) AS word,
              CASE WHEN contains(line, 'orderNo=') THEN strpos(line, 'orderNo=') + 8 WHEN contains(line, 'out_trade_no=') THEN strpos(line, 'out_trade_no=') + 13 END AS place
              FROM %s WHERE contains(line, '[PayCallback]')) WHERE place IS NOT NULL""" % (when("substr(line, 1, 26)::TIMESTAMP"), text("client-*.log.gz"))
    # typed JSON is faster here than looking for parts of lines
    server = """SELECT coalesce(orderNo, req.biz.out_trade_no, substr(body, strpos(body, 'out_trade_no=') + 13, 19)) AS o,
        %s AS ts, event || CASE WHEN ok = false THEN '!' ELSE '' END AS word FROM %s WHERE event IS NOT NULL""" % (
        when("replace(ts[1:23], 'T', ' ')::TIMESTAMP"),
        records("server-*.jsonl.gz", "ts: 'VARCHAR', event: 'VARCHAR', orderNo: 'VARCHAR', ok: 'BOOLEAN', body: 'VARCHAR', req: 'STRUCT(biz STRUCT(out_trade_no VARCHAR))'"))
    edge = """SELECT substr(line, CASE WHEN isStatus THEN strpos(line, 'orderNo=') + 8 ELSE strpos(line, 'out_trade_no=') + 13 END, 19) AS o, %s AS ts,
        CASE WHEN isStatus THEN 'edge.status' ELSE 'edge.notify' END AS word
        FROM (SELECT line, contains(line, '/api/order/status?') AS isStatus FROM %s) WHERE isStatus OR contains(line, '/pay/notify/')""" % (
        when("strptime(substr(line, strpos(line, '[') + 1, 20), '%d/%b/%Y:%H:%M:%S')"), text("edge-*.log.gz"))
    state = "CASE state %s END" % " ".join("WHEN '%s' THEN '%s'" % item for item in STATES.items())
    bills = """SELECT o, %s AS ts, %s AS word FROM read_csv('%s/alipay.csv.gz', header = true, auto_detect = false, quote = '', escape = '', compression = 'gzip',
        columns = {'t': 'VARCHAR', 'trade': 'VARCHAR', 'o': 'VARCHAR', 'state': 'VARCHAR', 'a': 'VARCHAR', 'b': 'VARCHAR', 'c': 'VARCHAR'})
        UNION ALL SELECT out_trade_no, %s, %s FROM %s""" % (
        when("t::TIMESTAMP"), state, folder, when("replace(event_time[1:19], 'T', ' ')::TIMESTAMP"), state.replace("state", "trade_state"),
        records("wechat.jsonl.gz", "event_time: 'VARCHAR', out_trade_no: 'VARCHAR', trade_state: 'VARCHAR'"))
    bits = case("word", BIT.items())
    chain = ", min(ts) AS first, max(ts) AS last, list(struct_pack(ts := ts, word := word) ORDER BY ts) AS chain" if full else ""
    db.execute("CREATE %s TABLE orders AS SELECT o, bit_or(%s) AS f, count(*) AS n%s FROM (%s UNION ALL %s UNION ALL %s UNION ALL %s) GROUP BY o" % (
        "" if full else "TEMP", bits, chain, client, server, edge, bills))
    p, r = BIT["bill.paid"], BIT["app.return"]
    answer(*db.execute("SELECT count(*), sum(n), count(*) FILTER (f & %d > 0), count(*) FILTER (f & %d > 0), count(*) FILTER (f & %d > 0 AND f & %d = 0) FROM orders"
                       % (p, r, p, r)).fetchone())
    db.close()


def chdb(mode, folder, out):
    from chdb import session
    import shutil
    full = mode == "full"
    path = os.path.join(out, "chdb")
    shutil.rmtree(path, ignore_errors=True)
    db = session.Session(path)

    def text(pattern):
        return "file('%s/%s', 'LineAsString')" % (folder, pattern)

    def when(expression):
        return expression if full else "toDateTime64(0, 6)"

    client = """SELECT substring(line, if(position(line, 'orderNo=') > 0, position(line, 'orderNo=') + 8, position(line, 'out_trade_no=') + 13), 19) AS o,
        %s AS ts, concat(extract(line, '\\\\[PayCallback\\\\] ([^ ]+)'), if(position(line, ' app.open ') > 0 AND position(line, 'ok=0') > 0, '!', '')) AS word
        FROM %s WHERE position(line, '[PayCallback]') > 0 AND position(line, ' app.background ') = 0""" % (
        when("toDateTime64(substring(line, 1, 26), 6, 'UTC')"), text("client-*.log.gz"))
    server = """SELECT substring(line, multiIf(position(line, '"orderNo":"') > 0, position(line, '"orderNo":"') + 11,
        position(line, '"out_trade_no":"') > 0, position(line, '"out_trade_no":"') + 16, position(line, 'out_trade_no=') + 13), 19) AS o, %s AS ts,
        concat(substring(line, position(line, '"event":"') + 9, position(line, '"', position(line, '"event":"') + 9) - position(line, '"event":"') - 9),
               if(position(line, '"ok":false') > 0, '!', '')) AS word
        FROM %s WHERE position(line, '"event":"') > 0""" % (
        when("toDateTime64(replaceOne(substring(line, position(line, '\"ts\":\"') + 6, 23), 'T', ' '), 6, 'UTC')"), text("server-*.jsonl.gz"))
    edge = """SELECT substring(line, if(position(line, 'orderNo=') > 0, position(line, 'orderNo=') + 8, position(line, 'out_trade_no=') + 13), 19) AS o, %s AS ts,
        if(position(line, '/api/order/status?') > 0, 'edge.status', 'edge.notify') AS word
        FROM %s WHERE position(line, '/api/order/status?') > 0 OR position(line, '/pay/notify/') > 0""" % (
        when("toDateTime64(parseDateTime(substring(line, position(line, '[') + 1, 20), '%d/%b/%Y:%H:%i:%S', 'UTC'), 6, 'UTC')"), text("edge-*.log.gz"))
    state = "transform(%s, [" + ", ".join("'%s'" % s for s in STATES) + "], [" + ", ".join("'%s'" % w for w in STATES.values()) + "], '')"
    ali = "SELECT out_trade_no AS o, %s AS ts, %s AS word FROM file('%s/alipay.csv.gz', 'CSVWithNames', 'gmt_event String, trade_no String, out_trade_no String, trade_status String, total_amount String, store String, subject String')" % (
        when("toDateTime64(gmt_event, 6, 'UTC')"), state % "trade_status", folder)
    wx = "SELECT out_trade_no AS o, %s AS ts, %s AS word FROM file('%s/wechat.jsonl.gz', 'JSONEachRow', 'event_time String, out_trade_no String, trade_state String') SETTINGS input_format_skip_unknown_fields = 1" % (
        when("toDateTime64(replaceOne(substring(event_time, 1, 19), 'T', ' '), 6, 'UTC')"), state % "trade_state", folder)
    bits = "transform(word, [%s], [%s], toUInt32(0))" % (", ".join("'%s'" % w for w in BIT), ", ".join("toUInt32(%d)" % b for b in BIT.values()))
    chain = ", min(ts) AS first, max(ts) AS last, arraySort(groupArray((ts, word))) AS chain" if full else ""
    db.query("CREATE DATABASE IF NOT EXISTS work ENGINE = Atomic")
    query = "SELECT o, groupBitOr(%s) AS f, count() AS n%s FROM (%s UNION ALL %s UNION ALL %s UNION ALL %s UNION ALL %s) GROUP BY o" % (
        bits, chain, client, server, edge, ali, "SELECT * FROM (%s)" % wx)
    engine = "MergeTree ORDER BY o" if full else "Memory"
    db.query("CREATE TABLE work.orders ENGINE = %s AS %s SETTINGS max_threads = %d" % (engine, query, os.cpu_count()))
    p, r = BIT["bill.paid"], BIT["app.return"]
    row = str(db.query("SELECT count(), sum(n), countIf(bitAnd(f, %d) > 0), countIf(bitAnd(f, %d) > 0), countIf(bitAnd(f, %d) > 0 AND bitAnd(f, %d) = 0) FROM work.orders"
                       % (p, r, p, r), "CSV")).strip()
    answer(*row.split(","))
    db.close()


def polars(mode, folder, out):
    import polars as pl
    full = mode == "full"
    none = pl.lit(None, dtype=pl.Datetime("us"))

    def text(pattern):
        return pl.scan_csv(sorted(glob.glob(os.path.join(folder, pattern))), has_header=False, separator="\x01", quote_char=None,
                           schema={"line": pl.String}, infer_schema=False)

    def when(expression):
        return expression if full else none

    line = pl.col("line").str
    number = line.extract(r"(?:orderNo=|out_trade_no=|orderNo\":\"|out_trade_no\":\")([0-9]{19})", 1)

    def has(part):
        return line.contains(part, literal=True)

    def marked(word, refused):
        return pl.when(refused).then(word + pl.lit("!")).otherwise(word)

    client = text("client-*.log.gz").filter(has("[PayCallback]")).select(
        o=number, word=marked(line.extract(r"\[PayCallback\] (\S+)", 1), has(" app.open ") & has("ok=0")),
        ts=when(line.slice(0, 26).str.to_datetime("%Y-%m-%d %H:%M:%S%.6f", time_unit="us")))
    server = text("server-*.jsonl.gz").filter(has('"event":"')).select(
        o=number, word=marked(line.extract(r'"event":"([^"]+)"', 1), has('"ok":false')),
        ts=when(line.extract(r'"ts":"([^"]{23})', 1).str.to_datetime("%Y-%m-%dT%H:%M:%S%.3f", time_unit="us")))
    edge = text("edge-*.log.gz").filter(has("/api/order/status?") | has("/pay/notify/")).select(
        o=number, word=pl.when(has("/pay/notify/")).then(pl.lit("edge.notify")).otherwise(pl.lit("edge.status")),
        ts=when(line.extract(r"\[([^ ]+)", 1).str.to_datetime("%d/%b/%Y:%H:%M:%S", time_unit="us")))
    ali = pl.scan_csv(os.path.join(folder, "alipay.csv.gz"), infer_schema=False).select(
        o="out_trade_no", word=pl.col("trade_status").replace_strict(STATES, return_dtype=pl.String),
        ts=when(pl.col("gmt_event").str.to_datetime("%Y-%m-%d %H:%M:%S", time_unit="us")))
    wx = text("wechat.jsonl.gz").select(
        o=line.extract(r'"out_trade_no":"([0-9]+)"', 1), word=line.extract(r'"trade_state":"([A-Z]+)"', 1).replace_strict(STATES, return_dtype=pl.String),
        ts=when(line.extract(r'"event_time":"([^+"]+)', 1).str.to_datetime("%Y-%m-%dT%H:%M:%S", time_unit="us")))
    bits = pl.col("word").replace_strict(BIT, default=0, return_dtype=pl.UInt32)
    sums = [bits.bitwise_or().alias("f"), pl.len().alias("n")]
    if full:
        sums += [pl.col("ts").min().alias("first"), pl.col("ts").max().alias("last"), pl.struct("ts", "word").sort_by("ts").alias("chain")]
    orders = pl.concat([client, server, edge, ali, wx]).filter(pl.col("o").is_not_null()).group_by("o").agg(sums).collect(engine="streaming")
    if full:
        orders.write_parquet(os.path.join(out, "orders.parquet"))

    def count(is_so):
        return orders.select(is_so.sum()).item()

    paid, returned = (pl.col("f") & BIT["bill.paid"]) > 0, (pl.col("f") & BIT["app.return"]) > 0
    answer(orders.height, orders["n"].sum(), count(paid), count(returned), count(paid & ~returned))


if __name__ == "__main__":
    {"duckdb": duckdb, "chdb": chdb, "polars": polars}[sys.argv[1]](*sys.argv[2:5])
