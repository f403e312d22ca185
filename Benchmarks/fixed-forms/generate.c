/* Writes logs of one shop in few fixed forms, with their truth: the set on which general engines can do the same job as paychain.
 *
 *   cc -O2 -o generate generate.c && ./generate FOLDER ORDERS [SEED]
 *
 * FOLDER gets client-0…3.log, server-0…3.jsonl, edge-0…1.log, alipay.csv, wechat.jsonl and truth.tsv. Every order number has 19 digits and
 * stands in every line that counts but those of `app.background`; four lines of ten say nothing. Lines of a file are in the order of time.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { CLIENTS = 4, SERVERS = 4, EDGES = 2, BILLS = 2, FILES = CLIENTS + SERVERS + EDGES + BILLS };
enum { FIRST_SERVER = CLIENTS, FIRST_EDGE = FIRST_SERVER + SERVERS, FIRST_BILL = FIRST_EDGE + EDGES };

/* What happens to an order, in per cent of all. */
enum fate { GOOD, CANCELLED, NEVER_BACK, NOTIFY_LOST, NOTIFY_REFUSED, WALLET_MISSING, LEFT, NOTIFIED_TWICE, NOTIFIED_LATE, FATES };
static const char *fate_names[FATES] = {"good", "cancelled", "never_back", "notify_lost", "notify_refused", "wallet_missing", "left",
                                        "notified_twice", "notified_late"};
static const int fate_share[FATES] = {68, 7, 5, 3, 2, 4, 5, 3, 3};

enum kind {
    TAP, CASHIER, INTERCEPT, OPEN_WALLET, BACKGROUND, RETURNED, ASK, SHOW, CLIENT_NOISE,
    CREATED, PREPAY, PREPAID, NOTIFY, VERIFIED, PAID, ASKED, CLOSED, SERVER_NOISE,
    EDGE_CREATE, EDGE_NOTIFY, EDGE_STATUS, EDGE_NOISE, BILL_OPEN, BILL_PAID, BILL_CLOSED
};

struct line { int64_t at; uint32_t order; uint8_t file, kind, detail; };
struct order { int64_t at; uint64_t seed; uint8_t fate, wechat; };

static struct line *lines;
static size_t line_count, line_room;
static struct order *orders;
static const int64_t day = 1793577600000; /* 2026-11-02 00:00 in Shanghai, in milliseconds */

static uint64_t next(uint64_t *state)
{
    uint64_t x = *state += UINT64_C(0x9E3779B97F4A7C15);
    x = (x ^ x >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ x >> 27) * UINT64_C(0x94D049BB133111EB);
    return x ^ x >> 31;
}
static uint32_t below(uint64_t *state, uint32_t end) { return (uint32_t)((next(state) >> 32) * end >> 32); }

static void put(int file, int64_t at, uint32_t order, int kind, int detail)
{
    if (line_count == line_room) {
        line_room = line_room ? line_room * 2 : 1 << 20;
        lines = realloc(lines, line_room * sizeof *lines);
        if (!lines) { perror("generate"); exit(1); }
    }
    lines[line_count++] = (struct line){at, order, (uint8_t)file, (uint8_t)kind, (uint8_t)detail};
}

static int by_place(const void *x, const void *y)
{
    const struct line *a = x, *b = y;
    if (a->file != b->file) return a->file - b->file;
    if (a->at != b->at) return a->at < b->at ? -1 : 1;
    return a->order != b->order ? (a->order < b->order ? -1 : 1) : a->kind - b->kind;
}

static const char *random_text(char *text, uint64_t *state, int length, const char *alphabet, uint32_t size)
{
    for (int i = 0; i < length; i++) text[i] = alphabet[below(state, size)];
    text[length] = 0;
    return text;
}
static const char *hex(char *text, uint64_t *state, int length) { return random_text(text, state, length, "0123456789abcdef", 16); }

/* One order's life. */
static void live(uint32_t index, uint32_t count, uint64_t *chance)
{
    struct order *order = &orders[index];
    order->at = 28800000 + (int64_t)(50400000.0 * index / count) + below(chance, 400);
    order->seed = next(chance);
    uint64_t r = order->seed;
    int draw = (int)below(&r, 100), fate = 0;
    while (draw >= fate_share[fate]) draw -= fate_share[fate++];
    order->fate = (uint8_t)fate;
    order->wechat = below(&r, 10) >= 6;
    int client = (int)below(&r, CLIENTS), server = FIRST_SERVER + (int)below(&r, SERVERS), edge = FIRST_EDGE + (server & 1);
    int bill = FIRST_BILL + order->wechat;
    int64_t t = order->at;
    put(client, t, index, TAP, 0);
    put(edge, t += 5 + below(&r, 60), index, EDGE_CREATE, 0);
    put(server, t += 2 + below(&r, 10), index, CREATED, 0);
    put(server, t += 3 + below(&r, 9), index, PREPAY, 0);
    put(server, t += 40 + below(&r, 200), index, PREPAID, 0);
    put(bill, t - 10, index, BILL_OPEN, 0);
    put(client, t += 60 + below(&r, 300), index, CASHIER, 0);
    if (fate == LEFT) {
        if (below(&r, 2)) put(server, t + 900000, index, CLOSED, 0);
        put(bill, t + 900000, index, BILL_CLOSED, 0);
        return;
    }
    put(client, t += 300 + below(&r, 900), index, INTERCEPT, 0);
    put(client, t += 5 + below(&r, 40), index, OPEN_WALLET, fate != WALLET_MISSING);
    if (fate == WALLET_MISSING) {
        put(bill, t + 900000, index, BILL_CLOSED, 0);
        return;
    }
    put(client, t += 20 + below(&r, 60), index, BACKGROUND, 0);
    t += 3000 + below(&r, 20000);
    if (fate == CANCELLED) {
        put(client, t, index, RETURNED, 1);
        put(client, t + 150, index, ASK, 0);
        put(edge, t + 190, index, EDGE_STATUS, 0);
        put(server, t + 200, index, ASKED, 1);
        put(client, t + 280, index, SHOW, 1);
        put(bill, t + 900000, index, BILL_CLOSED, 0);
        return;
    }
    put(bill, t, index, BILL_PAID, 0);
    int64_t told = t + 120 + below(&r, 900) + (fate == NOTIFIED_LATE ? 20000 + below(&r, 60000) : 0);
    int marked = fate != NOTIFY_LOST && fate != NOTIFY_REFUSED;
    if (fate != NOTIFY_LOST) {
        put(edge, told, index, EDGE_NOTIFY, fate == NOTIFY_REFUSED);
        put(server, told + 3, index, NOTIFY, 0);
        put(server, told + 9, index, VERIFIED, fate != NOTIFY_REFUSED);
        if (marked) put(server, told + 16 + below(&r, 30), index, PAID, 0);
        if (fate == NOTIFIED_TWICE) {
            put(edge, told + 4000, index, EDGE_NOTIFY, 0);
            put(server, told + 4003, index, NOTIFY, 0);
            put(server, told + 4009, index, VERIFIED, 1);
        }
    }
    if (fate == NEVER_BACK) return;
    int64_t back = t + 700 + below(&r, 2500);
    int shown = marked && told + 50 < back + 250 ? 0 : 2;
    put(client, back, index, RETURNED, 0);
    put(client, back + 90 + below(&r, 100), index, ASK, 0);
    put(edge, back + 240, index, EDGE_STATUS, 0);
    put(server, back + 250, index, ASKED, shown);
    put(client, back + 320 + below(&r, 90), index, SHOW, shown);
}

static void noise(uint64_t *chance)
{
    size_t of[3] = {0}, real = line_count;
    for (size_t i = 0; i < real; i++)
        if (lines[i].file < FIRST_BILL) of[lines[i].file < FIRST_SERVER ? 0 : lines[i].file < FIRST_EDGE ? 1 : 2]++;
    static const int first[3] = {0, FIRST_SERVER, FIRST_EDGE}, many[3] = {CLIENTS, SERVERS, EDGES};
    static const int kind[3] = {CLIENT_NOISE, SERVER_NOISE, EDGE_NOISE};
    for (int layer = 0; layer < 3; layer++)
        for (size_t i = 0; i < of[layer] * 2 / 3; i++) {
            int file = first[layer] + (int)below(chance, (uint32_t)many[layer]);
            int64_t at = 28800000 + below(chance, 51000000);
            uint32_t name = below(chance, 1u << 30);
            put(file, at, name, kind[layer], (int)below(chance, 8));
        }
}

static const char *agents[] = {"Shop/5.2.1 (iPhone; iOS 18.1; Scale/3.00)", "Shop/5.1.8 (iPad; iOS 18.0; Scale/2.00)",
                               "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Shop/5.2.1"};

/* What the lines of one order have in common. */
struct words { char number[24], sid[24], trace[40], trade[48], ip[20]; int cents, user; const char *agent; };

static void name(struct words *w, const struct line *line, int is_noise)
{
    uint64_t r = is_noise ? line->order * UINT64_C(77777) + (uint64_t)line->at : orders[line->order].seed ^ 0x5555;
    hex(w->sid, &r, 16);
    w->cents = 100 + (int)below(&r, 99900);
    w->user = 1000000 + (int)below(&r, 8999999);
    w->agent = agents[below(&r, 3)];
    snprintf(w->ip, sizeof w->ip, "%u.%u.%u.%u", 36 + below(&r, 80), below(&r, 256), below(&r, 256), 1 + below(&r, 254));
    if (is_noise) return;
    const struct order *order = &orders[line->order];
    int64_t s = order->at / 1000;
    snprintf(w->number, sizeof w->number, "20261102%02d%02d%02d%05u", (int)(s / 3600), (int)(s / 60 % 60), (int)(s % 60), line->order % 100000);
    snprintf(w->trade, sizeof w->trade, order->wechat ? "42000%05u20261102%010u" : "2026110222001%04u%011u", below(&r, 9999), below(&r, 4000000000u));
}

static void client_line(FILE *f, const struct line *l, const struct words *w, uint64_t *r)
{
    const char *channel = l->kind != CLIENT_NOISE && orders[l->order].wechat ? "wechat" : "alipay";
    int s = (int)(l->at / 1000), ms = (int)(l->at % 1000);
    char token[40];
    fprintf(f, "2026-11-02 %02d:%02d:%02d.%03d%03u+0800 Shop[%u:%u] ", s / 3600, s / 60 % 60, s % 60, ms, below(r, 1000), 2000 + (unsigned)w->user % 30000, 10000 + below(r, 80000));
    switch (l->kind) {
    case TAP: fprintf(f, "[PayCallback] pay.tap orderNo=%s channel=%s amount=%d.%02d sid=%s net=wifi\n", w->number, channel, w->cents / 100, w->cents % 100, w->sid); break;
    case CASHIER: fprintf(f, "[PayCallback] webview.load url=https://cashier.%s.example/h5?out_trade_no=%s&page=%s status=200 cost=%ums sid=%s\n", channel, w->number, hex(token, r, 32), 80 + below(r, 900), w->sid); break;
    case INTERCEPT: fprintf(f, "[PayCallback] webview.intercept url=%s orderNo=%s sid=%s\n", orders[l->order].wechat ? "weixin://wap/pay?prepayid%3Dwx02" : "alipays://platformapi/startapp?appId=20000125", w->number, w->sid); break;
    case OPEN_WALLET: fprintf(f, "[PayCallback] app.open scheme=%s ok=%d%s orderNo=%s sid=%s\n", orders[l->order].wechat ? "weixin" : "alipays", l->detail, l->detail ? "" : " err=canOpenURL_denied", w->number, w->sid); break;
    case BACKGROUND: fprintf(f, "[PayCallback] app.background sid=%s state=inactive mem=%uMB\n", w->sid, 90 + below(r, 200)); break;
    case RETURNED: fprintf(f, "[PayCallback] app.return url=shop://pay/return?channel=%s&resultStatus=%s&out_trade_no=%s&t=%" PRId64 " orderNo=%s sid=%s\n", channel, l->detail ? "6001" : "9000", w->number, day + l->at, w->number, w->sid); break;
    case ASK: fprintf(f, "[PayCallback] result.query orderNo=%s n=1 rid=%s sid=%s\n", w->number, hex(token, r, 32), w->sid); break;
    case SHOW: fprintf(f, "[PayCallback] result.show orderNo=%s state=%s cost=%ums sid=%s\n", w->number, l->detail == 0 ? "success" : l->detail == 1 ? "cancel" : "pending", 100 + below(r, 900), w->sid); break;
    default: {
        static const char *said[8] = {"[Net] GET https://api.shop.example/goods/%u 200 %ums", "[UI] viewDidAppear GoodsDetail goods=%u dt=%u",
            "[Image] decode webp id=%u bytes=%u cached=1", "[Track] expose item=%u pos=%u page=home", "[Net] POST https://api.shop.example/track n=%u 204 %ums",
            "[WebView] didFinish act=%u ab=%u", "[Push] token refreshed len=%u seq=%u", "[DB] query goods_cache rows=%u cost=%uus"};
        fprintf(f, said[l->detail], below(r, 900000), below(r, 1500));
        fputc('\n', f);
    }
    }
}

static void server_line(FILE *f, const struct line *l, const struct words *w, uint64_t *r)
{
    const char *channel = l->kind != SERVER_NOISE && orders[l->order].wechat ? "wechat" : "alipay";
    int s = (int)(l->at / 1000), ms = (int)(l->at % 1000);
    char context[256], trace[40], signature[400];
    hex(trace, r, 32);
    snprintf(context, sizeof context, "\"ctx\":{\"host\":\"pay-app-%d\",\"thread\":\"http-nio-8080-exec-%u\",\"client\":{\"ip\":\"%s\",\"ver\":\"5.2.1\"},\"uid\":%d}", l->file - FIRST_SERVER, 1 + below(r, 200), w->ip, w->user);
    fprintf(f, "{\"level\":\"info\",\"ts\":\"2026-11-02T%02d:%02d:%02d.%03d+0800\",\"traceId\":\"%s\",", s / 3600, s / 60 % 60, s % 60, ms, trace);
    switch (l->kind) {
    case CREATED: fprintf(f, "\"logger\":\"pay.order\",\"msg\":\"order created\",\"event\":\"order.create\",\"orderNo\":\"%s\",\"channel\":\"%s\",\"amount\":\"%d.%02d\",%s,\"items\":[{\"sku\":\"G%u\",\"qty\":1}]}\n", w->number, channel, w->cents / 100, w->cents % 100, context, below(r, 900000)); break;
    case PREPAY: fprintf(f, "\"logger\":\"pay.gateway\",\"msg\":\"prepay request\",\"event\":\"prepay.request\",%s,\"req\":{\"channel\":\"%s\",\"biz\":{\"out_trade_no\":\"%s\",\"total\":\"%d.%02d\",\"timeout\":\"15m\"}}}\n", context, channel, w->number, w->cents / 100, w->cents % 100); break;
    case PREPAID: fprintf(f, "\"logger\":\"pay.gateway\",\"msg\":\"prepay response\",\"event\":\"prepay.response\",\"orderNo\":\"%s\",%s,\"resp\":{\"code\":\"10000\",\"prepay\":\"wx02%s\"}}\n", w->number, context, hex(signature, r, 24)); break;
    case NOTIFY:
        random_text(signature, r, 342, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", 62);
        fprintf(f, "\"logger\":\"pay.notify\",\"msg\":\"notify received\",\"event\":\"notify.received\",%s,\"channel\":\"%s\",\"body\":\"charset=utf-8&sign=%s&trade_status=TRADE_SUCCESS&receipt_amount=%d.%02d&buyer_id=2088%012d&sign_type=RSA2&out_trade_no=%s&trade_no=%s&version=1.0\"}\n", context, channel, signature, w->cents / 100, w->cents % 100, w->user, w->number, w->trade);
        break;
    case VERIFIED: fprintf(f, "\"logger\":\"pay.notify\",\"msg\":\"notify verified\",\"event\":\"notify.verify\",\"orderNo\":\"%s\",\"ok\":%s,%s,\"tradeNo\":\"%s\"}\n", w->number, l->detail ? "true" : "false", context, w->trade); break;
    case PAID: fprintf(f, "\"logger\":\"pay.order\",\"msg\":\"order paid\",\"event\":\"order.paid\",\"orderNo\":\"%s\",\"amount\":\"%d.%02d\",\"from\":\"WAIT_PAY\",\"to\":\"PAID\",%s}\n", w->number, w->cents / 100, w->cents % 100, context); break;
    case ASKED: fprintf(f, "\"logger\":\"pay.query\",\"msg\":\"order query\",\"event\":\"order.query\",\"orderNo\":\"%s\",\"state\":\"%s\",%s}\n", w->number, l->detail ? "WAIT_PAY" : "PAID", context); break;
    case CLOSED: fprintf(f, "\"logger\":\"pay.order\",\"msg\":\"order closed by timeout\",\"event\":\"order.closed\",\"orderNo\":\"%s\",%s}\n", w->number, context); break;
    default: {
        static const char *who[8] = {"goods.search", "cart.service", "user.session", "cache.redis", "scheduler.job", "http.access", "db.pool", "coupon.calc"};
        fprintf(f, "\"logger\":\"%s\",\"msg\":\"done\",%s,\"args\":{\"page\":%u,\"kw\":\"sku%u\"},\"rows\":%u,\"costMs\":%u}\n", who[l->detail], context, below(r, 30), below(r, 900000), below(r, 20), below(r, 90));
    }
    }
}

static void edge_line(FILE *f, const struct line *l, const struct words *w, uint64_t *r)
{
    int s = (int)(l->at / 1000), status = 200;
    char path[160], rid[40];
    const char *method = "GET", *agent = w->agent;
    switch (l->kind) {
    case EDGE_CREATE: snprintf(path, sizeof path, "/api/pay/create"); method = "POST"; break;
    case EDGE_NOTIFY:
        snprintf(path, sizeof path, "/pay/notify/%s?out_trade_no=%s", orders[l->order].wechat ? "wechat" : "alipay", w->number);
        method = "POST";
        if (l->detail) status = 400;
        agent = orders[l->order].wechat ? "Mozilla/4.0" : "Apache-HttpClient/4.5.13";
        break;
    case EDGE_STATUS: snprintf(path, sizeof path, "/api/order/status?orderNo=%s&sid=%s", w->number, w->sid); break;
    default: {
        static const char *page[8] = {"/api/goods/list?page=%u", "/api/goods/detail?id=%u", "/api/cart/count?uid=%u", "/api/home/banner?v=%u",
            "/api/user/profile?id=%u", "/static/img/g%u.webp", "/api/coupon/list?uid=%u", "/healthz?n=%u"};
        snprintf(path, sizeof path, page[l->detail], below(r, 900000));
    }
    }
    unsigned took = 1 + below(r, 300), bytes = 50 + below(r, 4000);
    if (l->kind == EDGE_NOTIFY) bytes = 7; /* success */
    fprintf(f, "%s - - [02/Nov/2026:%02d:%02d:%02d +0800] \"%s %s HTTP/1.1\" %d %u \"-\" \"%s\" rt=0.%03u rid=%s\n", w->ip, s / 3600, s / 60 % 60, s % 60, method, path, status, bytes, agent, took, hex(rid, r, 32));
}

static void bill_line(FILE *f, const struct line *l, const struct words *w)
{
    int s = (int)(l->at / 1000), n = l->kind - BILL_OPEN;
    static const char *ali[3] = {"WAIT_BUYER_PAY", "TRADE_SUCCESS", "TRADE_CLOSED"}, *wx[3] = {"NOTPAY", "SUCCESS", "CLOSED"};
    if (l->file == FIRST_BILL)
        fprintf(f, "2026-11-02 %02d:%02d:%02d,%s,%s,%s,%d.%02d,Shop,Shop order\n", s / 3600, s / 60 % 60, s % 60, w->trade, w->number, ali[n], w->cents / 100, w->cents % 100);
    else
        fprintf(f, "{\"event_time\":\"2026-11-02T%02d:%02d:%02d+08:00\",\"transaction_id\":\"%s\",\"out_trade_no\":\"%s\",\"trade_state\":\"%s\",\"amount\":{\"total\":%d,\"currency\":\"CNY\"}}\n", s / 3600, s / 60 % 60, s % 60, w->trade, w->number, wx[n], w->cents);
}

static FILE *create(const char *folder, const char *name)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "w");
    if (!f) { perror(path); exit(1); }
    setvbuf(f, NULL, _IOFBF, 1 << 20);
    return f;
}

int main(int count, char **arguments)
{
    if (count < 3) { fprintf(stderr, "usage: generate FOLDER ORDERS [SEED]\n"); return 2; }
    uint32_t wanted = (uint32_t)strtoul(arguments[2], NULL, 10);
    uint64_t chance = count > 3 ? strtoull(arguments[3], NULL, 10) : 42;
    mkdir(arguments[1], 0777);
    orders = calloc(wanted ? wanted : 1, sizeof *orders);
    if (!orders) { perror("generate"); return 1; }
    for (uint32_t i = 0; i < wanted; i++) live(i, wanted, &chance);
    FILE *truth = create(arguments[1], "truth.tsv");
    for (uint32_t i = 0; i < wanted; i++) {
        struct words w;
        struct line line = {0, i, 0, TAP, 0};
        name(&w, &line, 0);
        int fate = orders[i].fate, paid = fate != CANCELLED && fate != WALLET_MISSING && fate != LEFT;
        fprintf(truth, "%s\t%s\t%d\t%d\n", w.number, fate_names[fate], paid, fate != NEVER_BACK && fate != WALLET_MISSING && fate != LEFT);
    }
    fclose(truth);
    noise(&chance);
    qsort(lines, line_count, sizeof *lines, by_place);
    FILE *f = NULL;
    int open = -1;
    for (size_t i = 0; i < line_count; i++) {
        const struct line *l = &lines[i];
        if (l->file != open) {
            char file[40];
            if (l->file < FIRST_SERVER) snprintf(file, sizeof file, "client-%d.log", l->file);
            else if (l->file < FIRST_EDGE) snprintf(file, sizeof file, "server-%d.jsonl", l->file - FIRST_SERVER);
            else if (l->file < FIRST_BILL) snprintf(file, sizeof file, "edge-%d.log", l->file - FIRST_EDGE);
            else snprintf(file, sizeof file, "%s", l->file == FIRST_BILL ? "alipay.csv" : "wechat.jsonl");
            if (f) fclose(f);
            f = create(arguments[1], file);
            open = l->file;
            if (open == FIRST_BILL) fputs("gmt_event,trade_no,out_trade_no,trade_status,total_amount,store,subject\n", f);
        }
        struct words w;
        int is_noise = l->kind == CLIENT_NOISE || l->kind == SERVER_NOISE || l->kind == EDGE_NOISE;
        name(&w, l, is_noise);
        uint64_t r = (uint64_t)l->at * 31 + l->kind + (is_noise ? l->order : orders[l->order].seed);
        if (l->file < FIRST_SERVER) client_line(f, l, &w, &r);
        else if (l->file < FIRST_EDGE) server_line(f, l, &w, &r);
        else if (l->file < FIRST_BILL) edge_line(f, l, &w, &r);
        else bill_line(f, l, &w);
    }
    if (f && fclose(f)) { perror("generate"); return 1; }
    return 0;
}
