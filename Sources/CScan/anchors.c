#include "CScan.h"
#include <stdlib.h>
#include <string.h>

// Teddy (the scheme of Hyperscan's FDR paper and of the aho-corasick crate): three bytes of each literal are its fingerprint, eight
// buckets share two nibble tables a byte; a place where all three bytes agree on a bucket is then compared with the bucket's literals.
// The fingerprint is the literal's rarest three bytes, not its first: `out_trade_no` is found by `t_t`, which ordinary text lacks.

enum { fingerprint = 3, buckets = 8 };

struct cscan_anchors {
    uint8_t low[fingerprint][16];
    uint8_t high[fingerprint][16];
    uint32_t bucket_start[buckets + 1];
    uint32_t *order;    // literals, bucket by bucket
    uint32_t *start;    // literal → its bytes in `text`
    uint32_t *length;
    uint32_t *shift;    // literal → where its fingerprint begins in it
    uint8_t *text;
    size_t literals;
};

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
    return memchr(" \":,=-./[]{}", c, 12) ? 1 : 5;
}

void cscan_anchors_free(cscan_anchors *a) {
    if (!a) return;
    free(a->order);
    free(a->start);
    free(a->length);
    free(a->shift);
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
    a->text = malloc(total + 1);
    if (!a->order || !a->start || !a->length || !a->shift || !a->text) {
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
            int score = rarity(text[at + s]) + rarity(text[at + s + 1]) + rarity(text[at + s + 2]);
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

// Compares the literals of the buckets in `bits` at fingerprint place `i`.
static size_t verify(
    const cscan_anchors *a, const uint8_t *p, size_t count, size_t from, size_t i, uint32_t bits, uint32_t *literal) {
    while (bits) {
        int b = __builtin_ctz(bits);
        bits &= bits - 1;
        for (uint32_t k = a->bucket_start[b]; k < a->bucket_start[b + 1]; k++) {
            uint32_t l = a->order[k];
            if (i < from + a->shift[l]) continue;
            size_t start = i - a->shift[l];
            if (a->length[l] > count - start) continue;
            if (memcmp(p + start, a->text + a->start[l], a->length[l]) == 0) {
                *literal = l;
                return start;
            }
        }
    }
    return count;
}

// The last places, and everything where no vector unit is there. Places behind the end count as "any byte".
static size_t scan_plain(const cscan_anchors *a, const uint8_t *p, size_t count, size_t from, size_t *window, uint32_t *literal) {
    for (size_t i = *window; i < count; i++) {
        uint32_t bits = a->low[0][p[i] & 15] & a->high[0][p[i] >> 4];
        if (bits && i + 1 < count) bits &= a->low[1][p[i + 1] & 15] & a->high[1][p[i + 1] >> 4];
        if (bits && i + 2 < count) bits &= a->low[2][p[i + 2] & 15] & a->high[2][p[i + 2] >> 4];
        if (!bits) continue;
        size_t found = verify(a, p, count, from, i, bits, literal);
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

__attribute__((target("avx2"))) static size_t scan_avx2(
    const cscan_anchors *a, const uint8_t *p, size_t count, size_t from, size_t *window, uint32_t *literal) {
    __m256i low[fingerprint], high[fingerprint], nibble = _mm256_set1_epi8(15);
    for (int j = 0; j < fingerprint; j++) {
        low[j] = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)a->low[j]));
        high[j] = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)a->high[j]));
    }
    size_t i = *window;
    for (; i + 32 + fingerprint - 1 <= count; i += 32) {
        __m256i all = _mm256_set1_epi8((char)0xff);
        for (int j = 0; j < fingerprint; j++) {
            __m256i v = _mm256_loadu_si256((const __m256i *)(p + i + j));
            __m256i l = _mm256_shuffle_epi8(low[j], _mm256_and_si256(v, nibble));
            __m256i h = _mm256_shuffle_epi8(high[j], _mm256_and_si256(_mm256_srli_epi16(v, 4), nibble));
            all = _mm256_and_si256(all, _mm256_and_si256(l, h));
        }
        uint32_t m = ~(uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(all, _mm256_setzero_si256()));
        if (!m) continue;
        uint8_t bits[32];
        _mm256_storeu_si256((__m256i *)bits, all);
        while (m) {
            int at = __builtin_ctz(m);
            m &= m - 1;
            size_t found = verify(a, p, count, from, i + (size_t)at, bits[at], literal);
            if (found < count) {
                *window = i + (size_t)at + 1;
                return found;
            }
        }
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
            size_t found = verify(a, p, count, from, i + (size_t)at, bits[at], literal);
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
            size_t found = verify(a, p, count, from, i + at, bits[at], literal);
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
