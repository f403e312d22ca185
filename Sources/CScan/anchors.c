#include "CScan.h"
#include "fingerprints.h"
#include <stdlib.h>
#include <string.h>

// Teddy (the scheme of Hyperscan's FDR paper and of the aho-corasick crate): four bytes of each literal are its fingerprint, eight
// buckets share two nibble tables a byte; a place where all four bytes agree on a bucket is then compared with the bucket's literals.
// The fingerprint are four bytes that many literals share, and seldom ones (fingerprints.c): all of `notify.…` are found by one.

enum { buckets = 8 };

struct slot {
    uint32_t print;
    uint32_t place;     // in `entries`, + 1; 0: free
};

// One literal, as a place is compared with it.
struct entry {
    uint32_t print;     // its fingerprint as a number
    uint32_t mask;      // which bytes of it count: a short literal has fewer
    uint32_t literal;
    uint32_t shift;     // where its fingerprint begins in it
    uint32_t length;
    uint8_t first, last;
    const uint8_t *text;
};

struct cscan_anchors {
    uint8_t low[fingerprint][16];
    uint8_t high[fingerprint][16];
    struct entry *entries;      // bucket by bucket; those of one fingerprint side by side, short ones last
    size_t literals;
    size_t longs;               // those that have a whole fingerprint: no hash finds the others
    uint8_t short_bucket;
    struct slot *table;         // hash of a fingerprint → the first literal that has it
    uint32_t table_shift;
    uint8_t *text;
};

static inline uint32_t slot_of(const cscan_anchors *a, uint32_t print) { return (print * 0x9E3779B1u) >> a->table_shift; }

static int forced_level = -1;

static int machine_level(void) {
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx2")) return 2;
    if (__builtin_cpu_supports("ssse3")) return 1;
    return 0;
#elif defined(__ARM_NEON) && defined(__aarch64__)
    return 3;
#else
    return 0;
#endif
}

int cscan_level(void) {
    int level = __atomic_load_n(&forced_level, __ATOMIC_RELAXED);
    if (level < 0) {
        level = machine_level();
        __atomic_store_n(&forced_level, level, __ATOMIC_RELAXED);
    }
    return level;
}

int cscan_set_level(int level) {
    int machine = machine_level();
    int wanted = level < 0 || level > machine ? machine : level;
    if (machine == 3 && wanted != 0) wanted = 3;
    __atomic_store_n(&forced_level, wanted, __ATOMIC_RELAXED);
    return wanted;
}

void cscan_anchors_free(cscan_anchors *a) {
    if (!a) return;
    free(a->entries);
    free(a->table);
    free(a->text);
    free(a);
}

// Short literals stand last; the others by their fingerprint read backwards: like endings share a bucket.
static int by_bucket(const void *x, const void *y) {
    const struct entry *a = x, *b = y;
    int a_is_short = a->mask != UINT32_MAX, b_is_short = b->mask != UINT32_MAX;
    if (a_is_short != b_is_short) return a_is_short - b_is_short;
    for (int j = fingerprint - 1; j >= 0 && !a_is_short; j--) {
        int c = a->text[a->shift + (uint32_t)j] - b->text[b->shift + (uint32_t)j];
        if (c) return c;
    }
    return a->literal < b->literal ? -1 : a->literal > b->literal;
}

// Copies the literals and chooses the fingerprint of each; 0 when memory is short.
static int take(cscan_anchors *a, const uint8_t *text, const uint32_t *lengths, size_t literals) {
    size_t total = 0;
    for (size_t i = 0; i < literals; i++) total += lengths[i];
    a->entries = calloc(literals + 1, sizeof *a->entries);
    a->text = malloc(total + 1);
    uint32_t *start = calloc(literals + 1, sizeof *start), *shift = calloc(literals + 1, sizeof *shift);
    int is_made = a->entries && a->text && start && shift;
    if (is_made) {
        if (total) memcpy(a->text, text, total);
        for (size_t i = 1; i < literals; i++) start[i] = start[i - 1] + lengths[i - 1];
        cscan_choose_fingerprints(a->text, start, lengths, literals, shift);
        for (size_t i = 0; i < literals; i++) {
            if (lengths[i] == 0) continue;   // an empty literal is nowhere
            struct entry *e = &a->entries[a->literals++];
            uint32_t bytes = lengths[i] < fingerprint ? lengths[i] : fingerprint;
            *e = (struct entry){0, 0, (uint32_t)i, shift[i], lengths[i], 0, 0, a->text + start[i]};
            e->first = e->text[0];
            e->last = e->text[lengths[i] - 1];
            memcpy(&e->print, e->text + e->shift, bytes);
            memset(&e->mask, 0xff, bytes);
            if (bytes == fingerprint) a->longs++;
        }
        qsort(a->entries, a->literals, sizeof *a->entries, by_bucket);
    }
    free(start);
    free(shift);
    return is_made;
}

// Lets the fingerprint of an entry pass the nibble tables for a bucket.
static void admit(cscan_anchors *a, const struct entry *e, int bucket) {
    uint8_t bit = (uint8_t)(1 << bucket);
    for (uint32_t j = 0; j < fingerprint; j++) {
        if (e->shift + j < e->length) {
            uint8_t c = e->text[e->shift + j];
            a->low[j][c & 15] |= bit;
            a->high[j][c >> 4] |= bit;
            continue;
        }
        // A literal of one or two bytes does not care about the rest.
        for (int n = 0; n < 16; n++) {
            a->low[j][n] |= bit;
            a->high[j][n] |= bit;
        }
    }
}

// Parts the entries into buckets and writes the tables; 0 when memory is short. Short literals have the last bucket for themselves.
static int part(cscan_anchors *a) {
    size_t count = 0, parts = a->longs < a->literals ? buckets - 1 : buckets, bound[buckets + 1];
    // A quarter full at most, so that most look-ups of what no literal has end at once.
    uint32_t table_bits = 4;
    while (((size_t)1 << table_bits) < a->literals * 4 && table_bits < 31) table_bits++;
    a->table_shift = 32 - table_bits;
    a->table = calloc((size_t)1 << table_bits, sizeof(struct slot));
    uint32_t *prints = calloc(a->longs + 1, sizeof *prints), *place = calloc(a->longs + 1, sizeof *place);
    int is_made = a->table && prints && place;
    if (is_made) {
        for (size_t k = 0; k < a->longs; k++) {
            uint32_t print = a->entries[k].print;
            if (count && prints[count - 1] == print) continue;
            uint32_t slot = slot_of(a, print), last = UINT32_MAX >> a->table_shift;
            while (a->table[slot].place) slot = (slot + 1) & last;
            a->table[slot] = (struct slot){print, (uint32_t)k + 1};
            prints[count] = print;
            place[count++] = (uint32_t)k;
        }
        place[count] = (uint32_t)a->longs;
        cscan_part_fingerprints(prints, count, parts, bound);
        for (size_t b = 0; b < parts; b++)
            for (size_t k = place[bound[b]]; k < place[bound[b + 1]]; k++) admit(a, &a->entries[k], (int)b);
        for (size_t k = a->longs; k < a->literals; k++) admit(a, &a->entries[k], buckets - 1);
        a->short_bucket = a->longs < a->literals ? 1 << (buckets - 1) : 0;
    }
    free(prints);
    free(place);
    return is_made;
}

cscan_anchors *cscan_anchors_make(const uint8_t *text, const uint32_t *lengths, size_t literals) {
    cscan_anchors *a = calloc(1, sizeof *a);
    if (a && take(a, text, lengths, literals) && part(a)) return a;
    cscan_anchors_free(a);
    return NULL;
}

// Whether an entry's literal stands with its fingerprint at `i`; where it begins then, else `count`.
static inline size_t compare(const struct entry *e, const uint8_t *p, size_t count, size_t from, size_t i) {
    if (i < from + e->shift) return count;
    size_t start = i - e->shift;
    if (e->length > count - start || p[start] != e->first || p[start + e->length - 1] != e->last) return count;
    return memcmp(p + start, e->text, e->length) == 0 ? start : count;
}

// The first place in `entries` of the literals whose fingerprint these bytes are, + 1; 0: no literal has it.
static inline uint32_t place_of(const cscan_anchors *a, uint32_t here) {
    uint32_t last = UINT32_MAX >> a->table_shift;
    for (uint32_t slot = slot_of(a, here); a->table[slot].place; slot = (slot + 1) & last)
        if (a->table[slot].print == here) return a->table[slot].place;
    return 0;
}

// Compares the literals whose fingerprint may stand at `i`; those of one fingerprint lie side by side from `place` on.
__attribute__((noinline)) static size_t verify(
    const cscan_anchors *a, const uint8_t *p, size_t count, size_t from, size_t i, uint32_t bits, uint32_t place, uint32_t *literal) {
    if (place) {
        const struct entry *e = &a->entries[place - 1], *end = a->entries + a->longs;
        for (uint32_t print = e->print; e < end && e->print == print; e++) {
            size_t start = compare(e, p, count, from, i);
            if (start < count) {
                *literal = e->literal;
                return start;
            }
        }
    }
    if (!(bits & a->short_bucket)) return count;
    uint32_t here = 0;
    for (size_t j = 0; j < fingerprint && i + j < count; j++) ((uint8_t *)&here)[j] = p[i + j];
    for (size_t k = a->longs; k < a->literals; k++) {
        const struct entry *e = &a->entries[k];
        if ((here & e->mask) != e->print) continue;
        size_t start = compare(e, p, count, from, i);
        if (start < count) {
            *literal = e->literal;
            return start;
        }
    }
    return count;
}

// Most places that the nibble tables let pass hold no literal's fingerprint: one look tells. Four bytes must be there.
static inline size_t look_closer(
    const cscan_anchors *a, const uint8_t *p, size_t count, size_t from, size_t i, uint32_t bits, uint32_t *literal) {
    uint32_t here;
    memcpy(&here, p + i, fingerprint);
    uint32_t place = place_of(a, here);
    if (!place && !(bits & a->short_bucket)) return count;
    return verify(a, p, count, from, i, bits, place, literal);
}

// The last places, and everything where no vector unit is there. Places behind the end count as "any byte".
static size_t scan_plain(const cscan_anchors *a, const uint8_t *p, size_t count, size_t from, size_t *window, uint32_t *literal) {
    for (size_t i = *window; i < count; i++) {
        uint32_t bits = a->low[0][p[i] & 15] & a->high[0][p[i] >> 4];
        if (bits && i + 1 < count) bits &= a->low[1][p[i + 1] & 15] & a->high[1][p[i + 1] >> 4];
        if (bits && i + 2 < count) bits &= a->low[2][p[i + 2] & 15] & a->high[2][p[i + 2] >> 4];
        if (bits && i + 3 < count) bits &= a->low[3][p[i + 3] & 15] & a->high[3][p[i + 3] >> 4];
        if (!bits) continue;
        uint32_t here = 0, place = 0;
        if (count - i >= fingerprint) {
            memcpy(&here, p + i, fingerprint);
            place = place_of(a, here);
        }
        size_t found = verify(a, p, count, from, i, bits, place, literal);
        if (found < count) {
            *window = i + 1;
            return found;
        }
    }
    *window = count;
    return count;
}

#if defined(__x86_64__)
#include <immintrin.h>

__attribute__((target("avx2"), always_inline)) static inline __m256i look_avx2(
    const uint8_t *p, __m256i l0, __m256i h0, __m256i l1, __m256i h1, __m256i l2, __m256i h2, __m256i l3, __m256i h3) {
    __m256i nibble = _mm256_set1_epi8(15);
    __m256i a = _mm256_loadu_si256((const __m256i *)p);
    __m256i b = _mm256_loadu_si256((const __m256i *)(p + 1));
    __m256i c = _mm256_loadu_si256((const __m256i *)(p + 2));
    __m256i d = _mm256_loadu_si256((const __m256i *)(p + 3));
    a = _mm256_and_si256(
        _mm256_shuffle_epi8(l0, _mm256_and_si256(a, nibble)),
        _mm256_shuffle_epi8(h0, _mm256_and_si256(_mm256_srli_epi16(a, 4), nibble)));
    b = _mm256_and_si256(
        _mm256_shuffle_epi8(l1, _mm256_and_si256(b, nibble)),
        _mm256_shuffle_epi8(h1, _mm256_and_si256(_mm256_srli_epi16(b, 4), nibble)));
    c = _mm256_and_si256(
        _mm256_shuffle_epi8(l2, _mm256_and_si256(c, nibble)),
        _mm256_shuffle_epi8(h2, _mm256_and_si256(_mm256_srli_epi16(c, 4), nibble)));
    d = _mm256_and_si256(
        _mm256_shuffle_epi8(l3, _mm256_and_si256(d, nibble)),
        _mm256_shuffle_epi8(h3, _mm256_and_si256(_mm256_srli_epi16(d, 4), nibble)));
    return _mm256_and_si256(_mm256_and_si256(a, b), _mm256_and_si256(c, d));
}

#define TABLE_AVX2(bytes) _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(bytes)))

__attribute__((target("avx2"))) static size_t scan_avx2(
    const cscan_anchors *a, const uint8_t *p, size_t count, size_t from, size_t *window, uint32_t *literal) {
    enum { width = 32, reach = width + fingerprint - 1 };
    size_t i = *window;
    __m256i l0 = TABLE_AVX2(a->low[0]), l1 = TABLE_AVX2(a->low[1]), l2 = TABLE_AVX2(a->low[2]), l3 = TABLE_AVX2(a->low[3]);
    __m256i h0 = TABLE_AVX2(a->high[0]), h1 = TABLE_AVX2(a->high[1]), h2 = TABLE_AVX2(a->high[2]), h3 = TABLE_AVX2(a->high[3]);
    while (count >= reach && i + fingerprint <= count) {
        __m256i all = _mm256_setzero_si256();
        size_t block = i;
        uint32_t skip = 0;
        // The loop without calls: the tables stay in registers.
        while (block + reach <= count) {
            all = look_avx2(p + block, l0, h0, l1, h1, l2, h2, l3, h3);
            if (!_mm256_testz_si256(all, all)) break;
            block += width;
        }
        if (block + reach > count) {
            // The last places: one more look that overlaps the one before it.
            if (block + fingerprint > count) {
                i = block;
                break;
            }
            skip = (uint32_t)(block - (count - reach));
            block = count - reach;
            all = look_avx2(p + block, l0, h0, l1, h1, l2, h2, l3, h3);
        }
        uint32_t m = ~(uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(all, _mm256_setzero_si256())) & UINT32_MAX << skip;
        uint8_t bits[width];
        _mm256_storeu_si256((__m256i *)bits, all);
        while (m) {
            size_t at = (size_t)__builtin_ctz(m);
            m &= m - 1;
            size_t found = look_closer(a, p, count, from, block + at, bits[at], literal);
            if (found < count) {
                *window = block + at + 1;
                return found;
            }
        }
        i = block + width;
    }
    *window = i;
    return scan_plain(a, p, count, from, window, literal);
}

__attribute__((target("ssse3"))) static size_t scan_ssse3(
    const cscan_anchors *a, const uint8_t *p, size_t count, size_t from, size_t *window, uint32_t *literal) {
    __m128i low[fingerprint], high[fingerprint], nibble = _mm_set1_epi8(15);
    for (int j = 0; j < fingerprint; j++) {
        low[j] = _mm_loadu_si128((const __m128i *)a->low[j]);
        high[j] = _mm_loadu_si128((const __m128i *)a->high[j]);
    }
    size_t i = *window;
    for (; i + 16 + fingerprint - 1 <= count; i += 16) {
        __m128i all = _mm_set1_epi8((char)0xff);
        for (int j = 0; j < fingerprint; j++) {
            __m128i v = _mm_loadu_si128((const __m128i *)(p + i + j));
            __m128i l = _mm_shuffle_epi8(low[j], _mm_and_si128(v, nibble));
            __m128i h = _mm_shuffle_epi8(high[j], _mm_and_si128(_mm_srli_epi16(v, 4), nibble));
            all = _mm_and_si128(all, _mm_and_si128(l, h));
        }
        uint32_t m = 0xffffu & ~(uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(all, _mm_setzero_si128()));
        if (!m) continue;
        uint8_t bits[16];
        _mm_storeu_si128((__m128i *)bits, all);
        while (m) {
            int at = __builtin_ctz(m);
            m &= m - 1;
            size_t found = look_closer(a, p, count, from, i + (size_t)at, bits[at], literal);
            if (found < count) {
                *window = i + (size_t)at + 1;
                return found;
            }
        }
    }
    *window = i;
    return scan_plain(a, p, count, from, window, literal);
}
#elif defined(__ARM_NEON) && defined(__aarch64__)
#include <arm_neon.h>

static size_t scan_neon(const cscan_anchors *a, const uint8_t *p, size_t count, size_t from, size_t *window, uint32_t *literal) {
    uint8x16_t low[fingerprint], high[fingerprint], nibble = vdupq_n_u8(15);
    for (int j = 0; j < fingerprint; j++) {
        low[j] = vld1q_u8(a->low[j]);
        high[j] = vld1q_u8(a->high[j]);
    }
    size_t i = *window;
    for (; i + 16 + fingerprint - 1 <= count; i += 16) {
        uint8x16_t all = vdupq_n_u8(0xff);
        for (int j = 0; j < fingerprint; j++) {
            uint8x16_t v = vld1q_u8(p + i + j);
            all = vandq_u8(all, vandq_u8(vqtbl1q_u8(low[j], vandq_u8(v, nibble)), vqtbl1q_u8(high[j], vshrq_n_u8(v, 4))));
        }
        if (vmaxvq_u8(all) == 0) continue;
        uint8_t bits[16];
        vst1q_u8(bits, all);
        for (size_t at = 0; at < 16; at++) {
            if (!bits[at]) continue;
            size_t found = look_closer(a, p, count, from, i + at, bits[at], literal);
            if (found < count) {
                *window = i + at + 1;
                return found;
            }
        }
    }
    *window = i;
    return scan_plain(a, p, count, from, window, literal);
}
#endif

size_t cscan_anchors_next(
    const cscan_anchors *a, const void *bytes, size_t count, size_t from, size_t *window, uint32_t *literal) {
    *literal = UINT32_MAX;
    if (*window < from) *window = from;
    if (a->literals == 0 || *window >= count) {
        *window = count;
        return count;
    }
    switch (cscan_level()) {
#if defined(__x86_64__)
    case 2: return scan_avx2(a, bytes, count, from, window, literal);
    case 1: return scan_ssse3(a, bytes, count, from, window, literal);
#elif defined(__ARM_NEON) && defined(__aarch64__)
    case 3: return scan_neon(a, bytes, count, from, window, literal);
#endif
    default: return scan_plain(a, bytes, count, from, window, literal);
    }
}
