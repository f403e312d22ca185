#include "CScan.h"
#include <string.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#define WIDE 16
static inline uint32_t equal_mask(const uint8_t *p, uint8_t c) {
    return (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_loadu_si128((const __m128i *)p), _mm_set1_epi8((char)c)));
}
static inline uint32_t either_mask(const uint8_t *p, uint8_t a, uint8_t b) {
    __m128i v = _mm_loadu_si128((const __m128i *)p);
    __m128i m = _mm_or_si128(_mm_cmpeq_epi8(v, _mm_set1_epi8((char)a)), _mm_cmpeq_epi8(v, _mm_set1_epi8((char)b)));
    return (uint32_t)_mm_movemask_epi8(m);
}
#elif defined(__ARM_NEON) && defined(__aarch64__)
#include <arm_neon.h>
#define WIDE 16
// NEON has no movemask: a pairwise narrowing of bit weights makes one.
static inline uint32_t neon_mask(uint8x16_t equal) {
    const uint8x16_t weight = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    uint8x16_t bits = vandq_u8(equal, weight);
    return (uint32_t)vaddv_u8(vget_low_u8(bits)) | ((uint32_t)vaddv_u8(vget_high_u8(bits)) << 8);
}
static inline uint32_t equal_mask(const uint8_t *p, uint8_t c) { return neon_mask(vceqq_u8(vld1q_u8(p), vdupq_n_u8(c))); }
static inline uint32_t either_mask(const uint8_t *p, uint8_t a, uint8_t b) {
    uint8x16_t v = vld1q_u8(p);
    return neon_mask(vorrq_u8(vceqq_u8(v, vdupq_n_u8(a)), vceqq_u8(v, vdupq_n_u8(b))));
}
#endif

size_t cscan_byte(const void *bytes, size_t count, uint8_t byte) {
    if (count == 0) return 0;
    const uint8_t *p = memchr(bytes, byte, count);
    return p ? (size_t)(p - (const uint8_t *)bytes) : count;
}

size_t cscan_either(const void *bytes, size_t count, uint8_t a, uint8_t b) {
    const uint8_t *p = bytes;
    size_t i = 0;
#ifdef WIDE
    for (; i + WIDE <= count; i += WIDE) {
        uint32_t m = either_mask(p + i, a, b);
        if (m) return i + (size_t)__builtin_ctz(m);
    }
#endif
    for (; i < count; i++)
        if (p[i] == a || p[i] == b) return i;
    return count;
}

size_t cscan_find(const void *bytes, size_t count, const void *needle, size_t needle_count) {
    const uint8_t *p = bytes, *n = needle;
    if (needle_count == 0 || needle_count > count) return needle_count == 0 ? 0 : count;
    size_t last = count - needle_count, i = 0;
#ifdef WIDE
    // Candidates are places where the first and the last byte fit.
    for (; i + WIDE <= last + 1; i += WIDE) {
        uint32_t m = equal_mask(p + i, n[0]) & equal_mask(p + i + needle_count - 1, n[needle_count - 1]);
        while (m) {
            size_t at = i + (size_t)__builtin_ctz(m);
            if (memcmp(p + at, n, needle_count) == 0) return at;
            m &= m - 1;
        }
    }
#endif
    for (; i <= last; i++)
        if (p[i] == n[0] && memcmp(p + i, n, needle_count) == 0) return i;
    return count;
}

size_t cscan_lines(const void *bytes, size_t count, uint32_t *offsets, size_t capacity, size_t *scanned) {
    const uint8_t *p = bytes;
    size_t i = 0, found = 0;
#ifdef WIDE
    for (; i + 4 * WIDE <= count; i += 4 * WIDE) {
        if (found + 4 * WIDE > capacity) {
            *scanned = i;
            return found;
        }
        uint64_t m = (uint64_t)equal_mask(p + i, '\n') | (uint64_t)equal_mask(p + i + WIDE, '\n') << 16
                   | (uint64_t)equal_mask(p + i + 2 * WIDE, '\n') << 32 | (uint64_t)equal_mask(p + i + 3 * WIDE, '\n') << 48;
        while (m) {
            offsets[found++] = (uint32_t)(i + (size_t)__builtin_ctzll(m));
            m &= m - 1;
        }
    }
#endif
    for (; i < count; i++) {
        if (p[i] != '\n') continue;
        if (found == capacity) break;
        offsets[found++] = (uint32_t)i;
    }
    *scanned = i;
    return found;
}

size_t cscan_count_lines(const void *bytes, size_t count) {
    const uint8_t *p = bytes;
    size_t i = 0, found = 0;
#ifdef WIDE
    for (; i + WIDE <= count; i += WIDE) found += (size_t)__builtin_popcount(equal_mask(p + i, '\n'));
#endif
    for (; i < count; i++) found += p[i] == '\n';
    return found;
}

size_t cscan_json_walk(const void *bytes, size_t count, uint32_t floor, uint32_t ceiling, cscan_json *state) {
    const uint8_t *p = bytes;
    size_t i = 0;
    if (state->escaped && count > 0) {
        state->escaped = 0;
        i = 1;
    }
    while (i < count) {
        if (state->in_string) {
            i += cscan_either(p + i, count - i, '"', '\\');
            if (i >= count) break;
            if (p[i] == '"') {
                state->in_string = 0;
                i++;
            } else if (i + 1 < count) {
                i += 2;
            } else {
                state->escaped = 1;
                i++;
            }
            continue;
        }
        uint8_t c = p[i++];
        if (c == '"') {
            state->in_string = 1;
        } else if (c == '{' || c == '[') {
            if (state->depth < UINT32_MAX) state->depth++;
            if (state->depth > ceiling) return i;
        } else if (c == '}' || c == ']') {
            if (state->depth > 0) state->depth--;
            if (state->depth <= floor) return i;
        }
    }
    return count + 1;
}
