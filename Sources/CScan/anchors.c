#include "CScan.h"
#include <stdlib.h>
#include <string.h>

// Teddy (the scheme of Hyperscan's FDR paper and of the aho-corasick crate): four bytes of each literal are its fingerprint, eight
// buckets share two nibble tables a byte; a place where all four bytes agree on a bucket is then compared with the bucket's literals.
// The fingerprint is the literal's rarest four bytes, not its first: `orderNo` is found by `derN`, which ordinary text lacks.

enum { fingerprint = 4, buckets = 8 };

struct slot {
    uint32_t print;
    uint32_t place;     // in `order`, + 1; 0: free
};

struct cscan_anchors {
    uint8_t low[fingerprint][16];
    uint8_t high[fingerprint][16];
    uint32_t bucket_start[buckets + 1];
    uint32_t *order;    // literals, bucket by bucket
    uint32_t *start;    // literal → its bytes in `text`
    uint32_t *length;
    uint32_t *shift;    // literal → where its fingerprint begins in it
    uint32_t *print;    // place in `order` → its fingerprint as a number
    uint32_t *mask;     // place in `order` → which bytes of it count: a short literal has fewer
    struct slot *table; // hash of a fingerprint → the first literal that has it
    uint32_t table_shift;
    uint8_t *text;
    size_t literals;
    // Places in `order` of literals that are shorter than a fingerprint: no hash finds them.
    uint32_t *shorts;
    size_t short_count;
    uint8_t short_buckets;
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

// How seldom a byte is in log text, roughly.
static int rarity(uint8_t c) {
    if (c == '_' || (c >= 'A' && c <= 'Z')) return 8;
    if (c >= 0x80) return 6;
    if (memchr("etaoinsrhldu", c, 12) || (c >= '0' && c <= '9')) return 1;
    if (c >= 'a' && c <= 'z') return 3;
    return memchr(" \":,-./[]{}", c, 11) ? 1 : 5;
}

void cscan_anchors_free(cscan_anchors *a) {
    if (!a) return;
    free(a->order);
    free(a->start);
    free(a->length);
    free(a->shift);
    free(a->print);
    free(a->mask);
    free(a->table);
    free(a->shorts);
    free(a->text);
    free(a);
}

static int before(const cscan_anchors *a, uint32_t x, uint32_t y) {
    const uint8_t *p = a->text + a->start[x] + a->shift[x], *q = a->text + a->start[y] + a->shift[y];
    uint32_t m = a->length[x] - a->shift[x], n = a->length[y] - a->shift[y], k = m < n ? m : n;
    int c = memcmp(p, q, k > fingerprint ? fingerprint : k);
    return c ? c < 0 : x < y;
}

cscan_anchors *cscan_anchors_make(const uint8_t *text, const uint32_t *lengths, size_t literals) {
    cscan_anchors *a = calloc(1, sizeof *a);
    if (!a) return NULL;
    size_t total = 0;
    for (size_t i = 0; i < literals; i++) total += lengths[i];
    a->order = calloc(literals + 1, sizeof(uint32_t));
    a->start = calloc(literals + 1, sizeof(uint32_t));
    a->length = calloc(literals + 1, sizeof(uint32_t));
    a->shift = calloc(literals + 1, sizeof(uint32_t));
    a->print = calloc(literals + 1, sizeof(uint32_t));
    a->mask = calloc(literals + 1, sizeof(uint32_t));
    a->shorts = calloc(literals + 1, sizeof(uint32_t));
    a->text = malloc(total + 1);
    // A quarter full at most, so that most look-ups of what no literal has end at once.
    uint32_t table_bits = 4;
    while (((size_t)1 << table_bits) < literals * 4 && table_bits < 31) table_bits++;
    a->table_shift = 32 - table_bits;
    a->table = calloc((size_t)1 << table_bits, sizeof(struct slot));
    if (!a->order || !a->start || !a->length || !a->shift || !a->print || !a->mask || !a->table || !a->shorts || !a->text) {
        cscan_anchors_free(a);
        return NULL;
    }
    if (total) memcpy(a->text, text, total);
    size_t used = 0;
    uint32_t at = 0;
    for (size_t i = 0; i < literals; i++) {
        a->start[i] = at;
        a->length[i] = lengths[i];
        int best = -1;
        for (uint32_t s = 0; s + fingerprint <= lengths[i]; s++) {
            int score = rarity(text[at + s]) + rarity(text[at + s + 1]) + rarity(text[at + s + 2]) + rarity(text[at + s + 3]);
            if (score > best) {
                best = score;
                a->shift[i] = s;
            }
        }
        at += lengths[i];
        if (lengths[i] == 0) continue;   // an empty literal is nowhere
        // Insertion sort by fingerprint: like ones share a bucket.
        size_t place = used++;
        while (place > 0 && before(a, (uint32_t)i, a->order[place - 1])) {
            a->order[place] = a->order[place - 1];
            place--;
        }
        a->order[place] = (uint32_t)i;
    }
    a->literals = used;
    for (int b = 0; b <= buckets; b++) a->bucket_start[b] = (uint32_t)(used * (size_t)b / buckets);
    for (int b = 0; b < buckets; b++)
        for (uint32_t k = a->bucket_start[b]; k < a->bucket_start[b + 1]; k++) {
            uint32_t l = a->order[k];
            uint32_t bytes = a->length[l] - a->shift[l] < fingerprint ? a->length[l] - a->shift[l] : fingerprint;
            memset(&a->mask[k], 0xff, bytes);
            memcpy(&a->print[k], a->text + a->start[l] + a->shift[l], bytes);
            if (bytes < fingerprint) {
                a->shorts[a->short_count++] = k;
                a->short_buckets |= (uint8_t)(1 << b);
            } else if (k == 0 || a->print[k] != a->print[k - 1] || a->mask[k - 1] != UINT32_MAX) {
                uint32_t slot = slot_of(a, a->print[k]), last = UINT32_MAX >> a->table_shift;
                while (a->table[slot].place) slot = (slot + 1) & last;
                a->table[slot] = (struct slot){a->print[k], k + 1};
            }
            for (uint32_t j = 0; j < fingerprint; j++) {
                uint32_t i = a->shift[l] + j;
                if (i < a->length[l]) {
                    uint8_t c = a->text[a->start[l] + i];
                    a->low[j][c & 15] |= (uint8_t)(1 << b);
                    a->high[j][c >> 4] |= (uint8_t)(1 << b);
                } else {
                    // A literal of one or two bytes does not care about the rest.
                    for (int n = 0; n < 16; n++) {
                        a->low[j][n] |= (uint8_t)(1 << b);
                        a->high[j][n] |= (uint8_t)(1 << b);
                    }
                }
            }
        }
    return a;
}

// Whether literal `l` stands with its fingerprint at `i`; where it begins then, else `count`.
static inline size_t compare(const cscan_anchors *a, const uint8_t *p, size_t count, size_t from, size_t i, uint32_t l) {
    if (i < from + a->shift[l]) return count;
    size_t start = i - a->shift[l];
    uint32_t length = a->length[l];
    const uint8_t *text = a->text + a->start[l];
    if (length > count - start || p[start] != text[0] || p[start + length - 1] != text[length - 1]) return count;
    return memcmp(p + start, text, length) == 0 ? start : count;
}

// The first place in `order` of the literals whose fingerprint these bytes are, + 1; 0: no literal has it.
static inline uint32_t place_of(const cscan_anchors *a, uint32_t here) {
    uint32_t last = UINT32_MAX >> a->table_shift;
    for (uint32_t slot = slot_of(a, here); a->table[slot].place; slot = (slot + 1) & last)
        if (a->table[slot].print == here) return a->table[slot].place;
    return 0;
}

// Compares the literals whose fingerprint may stand at `i`; those of one fingerprint lie side by side from `place` on.
__attribute__((noinline)) static size_t verify(
    const cscan_anchors *a, const uint8_t *p, size_t count, size_t from, size_t i, uint32_t bits, uint32_t place, uint32_t *literal) {
    for (uint32_t k = place - 1; place && k < a->literals && a->print[k] == a->print[place - 1] && a->mask[k] == UINT32_MAX; k++) {
        size_t start = compare(a, p, count, from, i, a->order[k]);
        if (start < count) {
            *literal = a->order[k];
            return start;
        }
    }
    if (!(bits & a->short_buckets)) return count;
    uint32_t here = 0;
    for (size_t j = 0; j < fingerprint && i + j < count; j++) ((uint8_t *)&here)[j] = p[i + j];
    for (size_t s = 0; s < a->short_count; s++) {
        uint32_t k = a->shorts[s];
        if ((here & a->mask[k]) != a->print[k]) continue;
        size_t start = compare(a, p, count, from, i, a->order[k]);
        if (start < count) {
            *literal = a->order[k];
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
    if (!place) {
        if (!(bits & a->short_buckets)) return count;
        uint32_t any = 0;
        for (size_t s = 0; s < a->short_count; s++) any |= (here & a->mask[a->shorts[s]]) == a->print[a->shorts[s]];
        if (!any) return count;
    }
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
