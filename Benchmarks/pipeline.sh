#!/bin/sh
# The order-number-only job of peers.py by zcat, grep and awk: pipeline.sh FOLDER OUT [zcat|"igzip -dc"]. Two readers side by side.
folder=$1 out=$2 unpack=${3:-zcat}
awk=$(command -v mawk || echo awk)
export LC_ALL=C
(
    $unpack "$folder"/client-*.log.gz | grep -F '[PayCallback]' | $awk '
        { i = index($0, "orderNo="); if (i) i += 8; else { i = index($0, "out_trade_no="); if (!i) next; i += 13 }
          print substr($0, i, 19) "\t" $1 " " substr($2, 1, 12) "\t" $5 ($5 == "app.open" && index($0, "ok=0") ? "!" : "") }' >"$out/client.tsv"
    $unpack "$folder"/edge-*.log.gz | grep -E '/api/order/status\?|/pay/notify/' | $awk '
        { i = index($0, "orderNo="); if (i) { i += 8; word = "edge.status" } else { i = index($0, "out_trade_no=") + 13; word = "edge.notify" }
          print substr($0, i, 19) "\t2026-11-02 " substr($4, 14, 8) "\t" word }' >"$out/edge.tsv"
) &
$unpack "$folder"/server-*.jsonl.gz | grep -F '"event":"' | $awk '
    { i = index($0, "\"orderNo\":\""); if (i) i += 11; else { i = index($0, "\"out_trade_no\":\""); if (i) i += 16; else i = index($0, "out_trade_no=") + 13 }
      number = substr($0, i, 19); i = index($0, "\"ts\":\"") + 6; at = substr($0, i, 10) " " substr($0, i + 11, 12)
      i = index($0, "\"event\":\"") + 9; word = substr($0, i, 24); word = substr(word, 1, index(word, "\"") - 1)
      print number "\t" at "\t" word (index($0, "\"ok\":false") ? "!" : "") }' >"$out/server.tsv"
$unpack "$folder"/alipay.csv.gz | $awk -F, 'NR > 1 { print $3 "\t" $1 "\t" ($4 == "WAIT_BUYER_PAY" ? "bill.open" : $4 == "TRADE_SUCCESS" ? "bill.paid" : "bill.closed") }' >"$out/alipay.tsv"
$unpack "$folder"/wechat.jsonl.gz | $awk -F'"' '{ print $12 "\t" substr($4, 1, 10) " " substr($4, 12, 8) "\t" ($16 == "NOTPAY" ? "bill.open" : $16 == "SUCCESS" ? "bill.paid" : "bill.closed") }' >"$out/wechat.tsv"
wait
cat "$out"/client.tsv "$out"/edge.tsv "$out"/server.tsv "$out"/alipay.tsv "$out"/wechat.tsv | $awk -F'\t' -v rows="$out/orders.tsv" '
    { lines++; n[$1]++; chain[$1] = chain[$1] " " $2 "=" $3; if ($3 == "bill.paid") paid[$1] = 1; else if ($3 == "app.return") back[$1] = 1
      if (!($1 in first) || $2 < first[$1]) first[$1] = $2; if ($2 > last[$1]) last[$1] = $2 }
    END { for (o in n) { orders++; p += paid[o]; r += back[o]; lost += paid[o] && !back[o]; print o "\t" n[o] "\t" first[o] "\t" last[o] "\t" chain[o] >rows }
          printf "{\"orders\": %d, \"lines\": %d, \"paid\": %d, \"returned\": %d, \"never_back\": %d}\n", orders, lines, p, r, lost }'
