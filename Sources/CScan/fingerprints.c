#include "fingerprints.h"
#include <stdlib.h>
#include <string.h>

// How often a byte stands in a thousand of log text, roughly.
static int share_of(uint8_t c) {
    if (c == '_' || (c >= 'A' && c <= 'Z')) return 3;
    if (c >= 0x80) return 2;
    if (memchr("etaoinsrhldu", c, 12) || (c >= '0' && c <= '9')) return 16;
    if (c >= 'a' && c <= 'z') return 6;
    if (c < ' ') return 1;
    return memchr(" \":,-./[]{}", c, 11) ? 16 : 2;
}

// How seldom four bytes are: the more, the seldomer.
static int rarity_of(uint32_t print) {
    uint8_t bytes[fingerprint];
    int rarity = 0;
    memcpy(bytes, &print, sizeof bytes);
    for (int j = 0; j < fingerprint; j++) {
        int share = share_of(bytes[j]);
        rarity += share == 16 ? 1 : share == 6 ? 3 : share == 3 ? 8 : 6;
    }
    return rarity;
}

// Four bytes of a literal.
struct gram {
    uint32_t print, literal, shift;
};

static int by_print(const void *x, const void *y) {
    const struct gram *a = x, *b = y;
    if (a->print != b->print) return a->print < b->print ? -1 : 1;
    if (a->literal != b->literal) return a->literal < b->literal ? -1 : 1;
    return a->shift < b->shift ? -1 : a->shift > b->shift;
}

// Equal grams, side by side.
struct run {
    size_t from, to;
    uint32_t open;      // how many literals without a fingerprint share it
    uint32_t last;      // the last literal that was counted, + 1: one that has the gram twice counts once
    int rarity;
};

// What a fingerprint is worth: how many literals without one share it, and how rare it is. Nothing when none of them is left.
static int worth_of(const struct run *run) {
    enum { worth_of_literal = 8 };
    return run->open ? (int)run->open * worth_of_literal + run->rarity : 0;
}

// Gives the literals their fingerprints, the most worthy first; then the runs of those literals are worth less. The run of a literal's
// gram is `run_of[start + shift]`.
static void choose(
    const struct gram *grams, struct run *runs, size_t count, const uint32_t *run_of, const uint32_t *start, const uint32_t *length,
    uint8_t *done, uint32_t *shift) {
    while (count > 0) {
        const struct run *best = runs;
        for (size_t r = 1; r < count; r++)
            if (worth_of(&runs[r]) > worth_of(best)) best = &runs[r];
        if (!best->open) return;
        for (size_t i = best->from; i < best->to; i++) {
            uint32_t literal = grams[i].literal;
            if (done[literal]) continue;
            done[literal] = 1;
            shift[literal] = grams[i].shift;
            for (uint32_t s = 0; s + fingerprint <= length[literal]; s++) {
                struct run *run = &runs[run_of[start[literal] + s]];
                if (run->last == literal + 1) continue;
                run->last = literal + 1;
                run->open--;
            }
        }
    }
}

void cscan_choose_fingerprints(
    const uint8_t *text, const uint32_t *start, const uint32_t *length, size_t literals, uint32_t *shift) {
    size_t count = 0, used = 0, found = 0;
    for (size_t i = 0; i < literals; i++) {
        shift[i] = 0;
        if (length[i] >= fingerprint) count += length[i] - fingerprint + 1;
    }
    size_t total = literals ? start[literals - 1] + length[literals - 1] : 0;
    struct gram *grams = calloc(count + 1, sizeof *grams);
    struct run *runs = calloc(count + 1, sizeof *runs);
    uint32_t *run_of = calloc(total + 1, sizeof *run_of);
    uint8_t *done = calloc(literals + 1, 1);
    if (grams && runs && run_of && done) {
        for (size_t i = 0; i < literals; i++)
            for (uint32_t s = 0; s + fingerprint <= length[i]; s++, used++) {
                memcpy(&grams[used].print, text + start[i] + s, fingerprint);
                grams[used].literal = (uint32_t)i;
                grams[used].shift = s;
            }
        qsort(grams, count, sizeof *grams, by_print);
        for (size_t i = 0; i < count; i++) {
            if (i == 0 || grams[i].print != grams[i - 1].print) runs[found++] = (struct run){i, i, 0, 0, rarity_of(grams[i].print)};
            struct run *run = &runs[found - 1];
            run->to = i + 1;
            run_of[start[grams[i].literal] + grams[i].shift] = (uint32_t)(found - 1);
            if (run->last == grams[i].literal + 1) continue;
            run->last = grams[i].literal + 1;
            run->open++;
        }
        for (size_t r = 0; r < found; r++) runs[r].last = 0;
        choose(grams, runs, found, run_of, start, length, done, shift);
    }
    free(grams);
    free(runs);
    free(run_of);
    free(done);
}

// The nibbles that the fingerprints of one bucket have at one of their bytes, and how many of a thousand bytes pass.
struct nibbles {
    uint16_t low, high;
    int share;
};

// Lets one more byte pass: what is new is a row of the table, a column of it, or both.
static void widen(struct nibbles *n, uint8_t byte, uint16_t (*shares)[16]) {
    uint16_t low = n->low | (uint16_t)(1 << (byte & 15)), high = n->high | (uint16_t)(1 << (byte >> 4));
    if (low == n->low && high == n->high) return;
    if (high != n->high)
        for (uint32_t cells = n->low; cells; cells &= cells - 1) n->share += shares[byte >> 4][__builtin_ctz(cells)];
    if (low != n->low)
        for (uint32_t rows = high; rows; rows &= rows - 1) n->share += shares[__builtin_ctz(rows)][byte & 15];
    n->low = low;
    n->high = high;
}

void cscan_part_fingerprints(const uint32_t *prints, size_t count, size_t buckets, size_t *bound) {
    enum { most = 128 };
    for (size_t b = 0; b <= buckets; b++) bound[b] = count * b / buckets;
    if (count > most || count <= buckets) return;
    // The best parting of the first `j` into `b` runs, by that of fewer into `b - 1`.
    double *cost = malloc((buckets + 1) * (most + 1) * sizeof *cost);
    uint8_t *from = calloc((buckets + 1) * (most + 1), 1);
    uint16_t shares[16][16];
    for (int c = 0; c < 256; c++) shares[c >> 4][c & 15] = (uint16_t)share_of((uint8_t)c);
    if (cost && from) {
        for (size_t k = 0; k < (buckets + 1) * (most + 1); k++) cost[k] = 1e9;
        cost[0] = 0;
        for (size_t i = 0; i < count; i++) {
            struct nibbles n[fingerprint] = {{0, 0, 0}};
            for (size_t j = i + 1; j <= count; j++) {
                uint8_t bytes[fingerprint];
                memcpy(bytes, &prints[j - 1], sizeof bytes);
                double chance = 1;
                for (int k = 0; k < fingerprint; k++) {
                    widen(&n[k], bytes[k], shares);
                    chance *= n[k].share / 1000.0;
                }
                // What lies before `i` is parted already: into at least one run, and no more than it has fingerprints.
                for (size_t b = i > 0 ? 2 : 1; b <= buckets && b <= i + 1; b++) {
                    double whole = cost[(b - 1) * (most + 1) + i] + chance;
                    if (whole >= cost[b * (most + 1) + j]) continue;
                    cost[b * (most + 1) + j] = whole;
                    from[b * (most + 1) + j] = (uint8_t)i;
                }
            }
        }
        for (size_t b = buckets, j = count; b > 0; b--) {
            j = from[b * (most + 1) + j];
            bound[b - 1] = j;
        }
    }
    free(cost);
    free(from);
}
