#pragma once
#include <stddef.h>
#include <stdint.h>

// Byte scans that Swift cannot say well: it has no movemask and no byte shuffle. Every function takes a length and never reads
// outside [bytes, bytes + count). Offsets are returned; `count` means "not there".

#if defined(__SSE2__)
#include <emmintrin.h>
#define CSCAN_WIDE 16
static inline uint32_t cscan_equal_mask(const uint8_t *p, uint8_t c) {
    return (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_loadu_si128((const __m128i *)p), _mm_set1_epi8((char)c)));
}
static inline uint32_t cscan_either_mask(const uint8_t *p, uint8_t a, uint8_t b) {
    __m128i v = _mm_loadu_si128((const __m128i *)p);
    __m128i m = _mm_or_si128(_mm_cmpeq_epi8(v, _mm_set1_epi8((char)a)), _mm_cmpeq_epi8(v, _mm_set1_epi8((char)b)));
    return (uint32_t)_mm_movemask_epi8(m);
}
// Bytes of at most 32: blanks and control characters.
static inline uint32_t cscan_low_mask(const uint8_t *p) {
    __m128i v = _mm_loadu_si128((const __m128i *)p);
    return (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(_mm_min_epu8(v, _mm_set1_epi8(32)), v));
}
#elif defined(__ARM_NEON) && defined(__aarch64__)
#include <arm_neon.h>
#define CSCAN_WIDE 16
// NEON has no movemask: adding up bit weights makes one.
static inline uint32_t cscan_neon_mask(uint8x16_t equal) {
    const uint8x16_t weight = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    uint8x16_t bits = vandq_u8(equal, weight);
    return (uint32_t)vaddv_u8(vget_low_u8(bits)) | ((uint32_t)vaddv_u8(vget_high_u8(bits)) << 8);
}
static inline uint32_t cscan_equal_mask(const uint8_t *p, uint8_t c) { return cscan_neon_mask(vceqq_u8(vld1q_u8(p), vdupq_n_u8(c))); }
static inline uint32_t cscan_either_mask(const uint8_t *p, uint8_t a, uint8_t b) {
    uint8x16_t v = vld1q_u8(p);
    return cscan_neon_mask(vorrq_u8(vceqq_u8(v, vdupq_n_u8(a)), vceqq_u8(v, vdupq_n_u8(b))));
}
static inline uint32_t cscan_low_mask(const uint8_t *p) { return cscan_neon_mask(vcleq_u8(vld1q_u8(p), vdupq_n_u8(32))); }
#endif

/// Offset of the first byte that is `a` or `b`, else `count`. Inlined into Swift: most strings end within 16 bytes.
static inline size_t cscan_either(const void *bytes, size_t count, uint8_t a, uint8_t b) {
    const uint8_t *p = (const uint8_t *)bytes;
    size_t i = 0;
#ifdef CSCAN_WIDE
    for (; i + CSCAN_WIDE <= count; i += CSCAN_WIDE) {
        uint32_t m = cscan_either_mask(p + i, a, b);
        if (m) return i + (size_t)__builtin_ctz(m);
    }
#endif
    for (; i < count; i++)
        if (p[i] == a || p[i] == b) return i;
    return count;
}

/// Whether any byte is one of four.
static inline int cscan_holds_any(const void *bytes, size_t count, uint8_t a, uint8_t b, uint8_t c, uint8_t d) {
    const uint8_t *p = (const uint8_t *)bytes;
#ifdef CSCAN_WIDE
    for (size_t i = 0; count >= CSCAN_WIDE; i += CSCAN_WIDE) {
        // The last look overlaps the one before it.
        if (i + CSCAN_WIDE > count) i = count - CSCAN_WIDE;
        if (cscan_either_mask(p + i, a, b) | cscan_either_mask(p + i, c, d)) return 1;
        if (i + CSCAN_WIDE == count) return 0;
    }
#endif
    for (size_t i = 0; i < count; i++)
        if (p[i] == a || p[i] == b || p[i] == c || p[i] == d) return 1;
    return 0;
}

/// Copies the bytes from `i` on to `out` up to the first that is `a` or `b`, whose offset is returned, or to the end. `out` has room for
/// all `count` - `i` bytes.
static inline size_t cscan_copy_until(const void *bytes, size_t count, size_t i, uint8_t a, uint8_t b, void *out) {
    const uint8_t *p = (const uint8_t *)bytes;
    uint8_t *o = (uint8_t *)out;
#ifdef CSCAN_WIDE
    for (; i + CSCAN_WIDE <= count; i += CSCAN_WIDE, o += CSCAN_WIDE) {
        uint32_t m = cscan_either_mask(p + i, a, b);
        __builtin_memcpy(o, p + i, CSCAN_WIDE);
        if (m) return i + (size_t)__builtin_ctz(m);
    }
#endif
    for (; i < count && p[i] != a && p[i] != b; i++) *o++ = p[i];
    return i;
}

/// Offset of the quote that ends the string which begins at `from`, or `count`; `*escaped` is set when a backslash is in it.
static inline size_t cscan_string_end(const uint8_t *p, size_t count, size_t from, uint8_t *escaped) {
    size_t i = from;
    for (;;) {
        if (i >= count) return count;
        i += cscan_either(p + i, count - i, '"', '\\');
        if (i >= count) return count;
        if (p[i] == '"') return i;
        *escaped = 1;
        i += 2;
    }
}

enum {
    cscan_string,
    cscan_number,
    cscan_boolean,
    cscan_null,
    cscan_open,    // the value begins with the bracket at `value`
    cscan_close,   // no member: the object ended
    cscan_end      // no member: the text ended
};

/// One member of a JSON object, as offsets.
typedef struct {
    size_t key, key_end, value, value_end;
    uint8_t kind, key_escaped, value_escaped;
} cscan_member;

static inline int cscan_is_blank(uint8_t c) { return c == ' ' || (c >= 9 && c <= 13) || c == 0; }

/// Reads the next member of an object from `i`; what is none is stepped over. Returns where to go on: behind the value, at an opening
/// bracket, behind the closing one, or `count`.
static inline size_t cscan_json_member(const void *bytes, size_t count, size_t i, cscan_member *m) {
    const uint8_t *p = (const uint8_t *)bytes;
    m->key_escaped = m->value_escaped = 0;
    for (;;) {
        uint8_t c;
        for (;; i++) {
            if (i >= count) {
                m->kind = cscan_end;
                return count;
            }
            c = p[i];
            if (c == '"') break;
            if (c == '}' || c == ']') {
                m->kind = cscan_close;
                return i + 1;
            }
            if (c == '{' || c == '[') {
                m->kind = cscan_open;
                m->key = m->key_end = m->value = i;
                return i;
            }
        }
        m->key = i + 1;
        m->key_end = cscan_string_end(p, count, i + 1, &m->key_escaped);
        i = m->key_end + 1;
        while (i < count && cscan_is_blank(p[i])) i++;
        if (i >= count) {
            m->kind = cscan_end;
            return count;
        }
        if (p[i] == ':') break;
        m->key_escaped = 0;
    }
    i++;
    while (i < count && cscan_is_blank(p[i])) i++;
    m->value = i;
    if (i >= count) {
        m->kind = cscan_end;
        return count;
    }
    switch (p[i]) {
    case '"':
        m->kind = cscan_string;
        m->value = i + 1;
        m->value_end = cscan_string_end(p, count, i + 1, &m->value_escaped);
        return m->value_end < count ? m->value_end + 1 : count;
    case '{':
    case '[':
        m->kind = cscan_open;
        return i;
    case 't':
    case 'f': m->kind = cscan_boolean; break;
    case 'n': m->kind = cscan_null; break;
    default: m->kind = cscan_number; break;
    }
    while (i < count && p[i] != ',' && p[i] != '}' && p[i] != ']' && p[i] != '"' && !cscan_is_blank(p[i])) i++;
    m->value_end = i;
    return i;
}

#ifdef __cplusplus
extern "C" {
#endif

/// Offset of the first `byte`, else `count`: for what is not near.
size_t cscan_far_byte(const void *bytes, size_t count, uint8_t byte);
/// Offset of the first `needle`, else `count`.
size_t cscan_find(const void *bytes, size_t count, const void *needle, size_t needle_count);
/// The same in any case of ASCII letters; `needle` is in lower case, and an empty one is nowhere.
size_t cscan_find_any_case(const void *bytes, size_t count, const void *needle, size_t needle_count);
/// Which of the bytes that begin an encoding occur: 1 `&`, 2 `:`, 4 `=`, 8 `%`, 16 `{`, 32 `[`, 64 `<`.
uint8_t cscan_marks(const void *bytes, size_t count);
/// Where the word that begins at `from` ends: the next blank, tab, line end or NUL, or `count`.
size_t cscan_word_end(const void *bytes, size_t count, size_t from);
/// Where the pair of a form that begins at `from` ends: the next `&`, or `count`. `*equals` is its first `=`, or its end; `*encoded` is
/// set when a `%` or `+` is in it.
size_t cscan_form_pair(const void *bytes, size_t count, size_t from, size_t *equals, uint8_t *encoded);
/// Where the key that ends before `end` begins, not before `floor`.
size_t cscan_key_start(const void *bytes, size_t floor, size_t end);
/// Undoes `%HH`, and `+` where `plus` says that it stands for a blank; a `%` without two digits stays. `out` has room for `count`
/// bytes; returns how many were written.
size_t cscan_unpercent(const void *bytes, size_t count, int plus, void *out);
/// Writes the offsets of up to `capacity` line feeds, relative to `bytes`; returns how many. `*scanned` is how far it looked,
/// `*dirty` whether it saw an ESC or a NUL.
size_t cscan_lines(const void *bytes, size_t count, uint32_t *offsets, size_t capacity, size_t *scanned, uint8_t *dirty);
/// Number of line feeds.
size_t cscan_count_lines(const void *bytes, size_t count);

/// Where a JSON text stands between two pieces of it.
typedef struct {
    /// Open objects and arrays.
    uint32_t depth;
    /// Inside a string.
    uint8_t in_string;
    /// Behind a backslash in a string.
    uint8_t escaped;
} cscan_json;

/// Walks JSON from `*state` until the depth falls to `floor` by a closing bracket, or rises above `ceiling` by an opening one.
/// Returns the offset behind that bracket, or `count` + 1 when the text ended first.
size_t cscan_json_walk(const void *bytes, size_t count, uint32_t floor, uint32_t ceiling, cscan_json *state);

/// Whether a text may hold a personal form: an encoded byte, an `@`, eleven digits with nothing but blanks and hyphens among them, a token
/// of 28 that begins with `o`, `ey` anywhere, sixteen signs of base64 and a capital, three dots or two colons near each other. Never 0 where one
/// is there.
int cscan_may_identify(const void *bytes, size_t count);

/// A compiled set of literals; see `cscan_anchors_make`.
typedef struct cscan_anchors cscan_anchors;

/// Compiles `literal_count` literals that lie one after the other in `text`; NULL when memory is short.
cscan_anchors *cscan_anchors_make(const uint8_t *text, const uint32_t *lengths, size_t literal_count);
void cscan_anchors_free(cscan_anchors *anchors);
/// Offset at which some literal begins that lies wholly in [from, count), else `count`; `*literal` tells which one. The literal found
/// is the one whose rarest four bytes come first, not always the one that begins first.
/// `*resume` is a window position: pass it as `window` (0 at first) to go on behind this hit.
size_t cscan_anchors_next(
    const cscan_anchors *anchors, const void *bytes, size_t count, size_t from, size_t *window, uint32_t *literal);
/// 0 portable, 1 SSSE3, 2 AVX2, 3 NEON: for tests, which run every level the machine has.
int cscan_level(void);
/// Sets the level, never above what the machine has; returns the level in force.
int cscan_set_level(int level);

#ifdef __cplusplus
}
#endif

/// Offset of the first `byte`, else `count`. Inlined into Swift as far as most of what is asked for lies.
static inline size_t cscan_byte(const void *bytes, size_t count, uint8_t byte) {
#ifdef CSCAN_WIDE
    const uint8_t *p = (const uint8_t *)bytes;
    if (count < CSCAN_WIDE) {
        for (size_t i = 0; i < count; i++)
            if (p[i] == byte) return i;
        return count;
    }
    uint32_t m = cscan_equal_mask(p, byte);
    if (m) return (size_t)__builtin_ctz(m);
    return CSCAN_WIDE + cscan_far_byte(p + CSCAN_WIDE, count - CSCAN_WIDE, byte);
#else
    return cscan_far_byte(bytes, count, byte);
#endif
}
