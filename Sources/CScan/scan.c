#include "CScan.h"
#include <string.h>

size_t cscan_byte(const void *bytes, size_t count, uint8_t byte) {
    if (count == 0) return 0;
    const uint8_t *p = memchr(bytes, byte, count);
    return p ? (size_t)(p - (const uint8_t *)bytes) : count;
}

size_t cscan_find(const void *bytes, size_t count, const void *needle, size_t needle_count) {
    const uint8_t *p = bytes, *n = needle;
    if (needle_count == 0 || needle_count > count) return needle_count == 0 ? 0 : count;
    size_t last = count - needle_count, i = 0;
#ifdef CSCAN_WIDE
    // Candidates are places where the first and the last byte fit.
    for (; i + CSCAN_WIDE <= last + 1; i += CSCAN_WIDE) {
        uint32_t m = cscan_equal_mask(p + i, n[0]) & cscan_equal_mask(p + i + needle_count - 1, n[needle_count - 1]);
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

#ifdef CSCAN_WIDE
// Line feeds of 64 bytes, and whether an ESC or a NUL is among them.
static inline uint64_t feeds(const uint8_t *p, uint32_t *dirty) {
    uint64_t m = 0;
    for (int k = 0; k < 4; k++) {
        m |= (uint64_t)cscan_equal_mask(p + k * CSCAN_WIDE, '\n') << (16 * k);
        *dirty |= cscan_either_mask(p + k * CSCAN_WIDE, 0x1b, 0);
    }
    return m;
}
#endif

size_t cscan_lines(const void *bytes, size_t count, uint32_t *offsets, size_t capacity, size_t *scanned, uint8_t *dirty) {
    const uint8_t *p = bytes;
    size_t i = 0, found = 0;
    uint32_t seen = 0;
#ifdef CSCAN_WIDE
    for (; i + 64 <= count && found + 64 <= capacity; i += 64) {
        uint64_t m = feeds(p + i, &seen);
        while (m) {
            offsets[found++] = (uint32_t)(i + (size_t)__builtin_ctzll(m));
            m &= m - 1;
        }
    }
    int full = i + 64 <= count;
#else
    int full = 0;
#endif
    for (; !full && i < count; i++) {
        seen |= p[i] == 0x1b || p[i] == 0;
        if (p[i] != '\n') continue;
        if (found == capacity) break;
        offsets[found++] = (uint32_t)i;
    }
    *scanned = i;
    *dirty = seen != 0;
    return found;
}

size_t cscan_count_lines(const void *bytes, size_t count) {
    const uint8_t *p = bytes;
    size_t i = 0, found = 0;
#ifdef CSCAN_WIDE
    for (; i + CSCAN_WIDE <= count; i += CSCAN_WIDE) found += (size_t)__builtin_popcount(cscan_equal_mask(p + i, '\n'));
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

#ifdef __SSE2__
// Up to sixteen bytes, zeros behind them.
static inline __m128i few(const uint8_t *p, size_t count) {
    uint64_t low = 0, high = 0;
    if (count >= 8) {
        memcpy(&low, p, 8);
        if (count > 8) {
            memcpy(&high, p + count - 8, 8);
            high >>= 8 * (16 - count);
        }
    } else {
        for (size_t i = 0; i < count; i++) low |= (uint64_t)p[i] << (8 * i);
    }
    return _mm_set_epi64x((long long)high, (long long)low);
}
#endif

int cscan_may_identify(const void *bytes, size_t count) {
#ifdef __SSE2__
    const uint8_t *p = bytes;
    #define is(c) _mm_cmpeq_epi8(v, _mm_set1_epi8((char)(c)))
    #define from(x, first) _mm_sub_epi8(x, _mm_set1_epi8(first))
    #define among(x, first, length) _mm_cmpeq_epi8(_mm_min_epu8(from(x, first), _mm_set1_epi8(length - 1)), from(x, first))
    #define bits(x) ((uint64_t)(unsigned)_mm_movemask_epi8(x) << i)
    // Windows that overlap by more than the longest thing looked for.
    for (;;) {
        const size_t window = count < 64 ? count : 64;
        uint64_t numbers = 0, tokens = 0, dots = 0, colons = 0, e = 0, y = 0, o = 0;
        for (size_t i = 0; i < window; i += 16) {
            const __m128i v = window - i >= 16 ? _mm_loadu_si128((const __m128i *)(p + i)) : few(p + i, window - i);
            const __m128i encoded = _mm_or_si128(_mm_or_si128(is('%'), is('\\')), _mm_or_si128(is('&'), is('+')));
            const __m128i wide = _mm_or_si128(is(0xEF), is(0xE3));
            if (_mm_movemask_epi8(_mm_or_si128(_mm_or_si128(encoded, wide), is('@')))) return 1;
            const __m128i digit = among(v, '0', 10), hyphen = is('-'), lower = _mm_or_si128(v, _mm_set1_epi8(0x20));
            numbers |= bits(_mm_or_si128(_mm_or_si128(digit, hyphen), is(' ')));
            tokens |= bits(_mm_or_si128(_mm_or_si128(digit, hyphen), _mm_or_si128(among(lower, 'a', 26), is('_'))));
            dots |= bits(is('.'));
            colons |= bits(is(':'));
            e |= bits(is('e'));
            y |= bits(is('y'));
            o |= bits(is('o'));
        }
        const uint64_t starts = tokens & ~(tokens << 1);
        // Eleven bits that follow each other: two, four, eight, eleven.
        numbers &= numbers >> 1;
        numbers &= numbers >> 2;
        numbers &= numbers >> 4;
        numbers &= numbers >> 3;
        dots &= dots - 1;
        dots &= dots - 1;
        if (numbers | (starts & e & y >> 1) | (colons & (colons - 1)) | dots) return 1;
        if (starts & o) {
            uint64_t long_tokens = tokens & tokens >> 1;
            long_tokens &= long_tokens >> 2;
            long_tokens &= long_tokens >> 4;
            long_tokens &= long_tokens >> 8;
            long_tokens &= long_tokens >> 12;
            if (starts & o & long_tokens) return 1;
        }
        if (count <= 64) return 0;
        p += 32;
        count -= 32;
    }
    #undef is
    #undef from
    #undef among
    #undef bits
#else
    (void)bytes;
    (void)count;
    return 1;
#endif
}

uint8_t cscan_marks(const void *bytes, size_t count) {
    static const uint8_t marks[256] = {['&'] = 1, [':'] = 2, ['='] = 4, ['%'] = 8, ['{'] = 16, ['['] = 32, ['<'] = 64};
    const uint8_t *p = bytes;
    uint8_t found = 0;
#ifdef __SSE2__
    if (count >= 8) {
        const __m128i and = _mm_set1_epi8('&'), colon = _mm_set1_epi8(':'), equals = _mm_set1_epi8('='), percent = _mm_set1_epi8('%');
        const __m128i brace = _mm_set1_epi8('{'), bracket = _mm_set1_epi8('['), less = _mm_set1_epi8('<');
        for (size_t i = 0; i < count; i += 16) {
            __m128i v;
            if (count >= 16) {
                // The last sixteen bytes overlap those before them.
                v = _mm_loadu_si128((const __m128i *)(p + (i + 16 <= count ? i : count - 16)));
            } else {
                uint64_t first, last;
                memcpy(&first, p, 8);
                memcpy(&last, p + count - 8, 8);
                v = _mm_set_epi64x((long long)last, (long long)first);
            }
            __m128i a = _mm_or_si128(_mm_cmpeq_epi8(v, and), _mm_cmpeq_epi8(v, percent));
            __m128i b = _mm_or_si128(_mm_cmpeq_epi8(v, colon), _mm_cmpeq_epi8(v, equals));
            __m128i c = _mm_or_si128(_mm_cmpeq_epi8(v, brace), _mm_cmpeq_epi8(v, bracket));
            __m128i any = _mm_or_si128(_mm_or_si128(a, b), _mm_or_si128(c, _mm_cmpeq_epi8(v, less)));
            unsigned m = (unsigned)_mm_movemask_epi8(any);
            // Few of them are looked up one by one; of many each kind is asked for.
            if (m & (m - 1) & ((m & (m - 1)) - 1)) {
                found |= (uint8_t)((_mm_movemask_epi8(_mm_cmpeq_epi8(v, and)) != 0) | (_mm_movemask_epi8(_mm_cmpeq_epi8(v, colon)) != 0) << 1
                    | (_mm_movemask_epi8(_mm_cmpeq_epi8(v, equals)) != 0) << 2 | (_mm_movemask_epi8(_mm_cmpeq_epi8(v, percent)) != 0) << 3
                    | (_mm_movemask_epi8(_mm_cmpeq_epi8(v, brace)) != 0) << 4 | (_mm_movemask_epi8(_mm_cmpeq_epi8(v, bracket)) != 0) << 5
                    | (_mm_movemask_epi8(_mm_cmpeq_epi8(v, less)) != 0) << 6);
            } else if (m) {
                uint8_t bytes[16];
                _mm_storeu_si128((__m128i *)bytes, v);
                found |= marks[bytes[__builtin_ctz(m)]];
                if (m & (m - 1)) found |= marks[bytes[__builtin_ctz(m & (m - 1))]];
            }
        }
        return found;
    }
#endif
    for (size_t i = 0; i < count; i++) found |= marks[p[i]];
    return found;
}

size_t cscan_word_end(const void *bytes, size_t count, size_t from) {
    const uint8_t *p = bytes;
    size_t i = from;
#ifdef CSCAN_WIDE
    for (; i + CSCAN_WIDE <= count; i += CSCAN_WIDE) {
        uint32_t m = cscan_low_mask(p + i);
        while (m) {
            size_t at = i + (size_t)__builtin_ctz(m);
            if (cscan_is_blank(p[at])) return at;
            m &= m - 1;
        }
    }
#endif
    while (i < count && !cscan_is_blank(p[i])) i++;
    return i;
}

size_t cscan_form_pair(const void *bytes, size_t count, size_t from, size_t *equals, uint8_t *encoded) {
    const uint8_t *p = bytes;
    size_t i = from, found = SIZE_MAX;
    uint32_t seen = 0;
#ifdef CSCAN_WIDE
    for (; i + CSCAN_WIDE <= count; i += CSCAN_WIDE) {
        uint32_t ends = cscan_equal_mask(p + i, '&'), marks = cscan_equal_mask(p + i, '=');
        uint32_t before = ends ? (ends & -ends) - 1 : UINT32_MAX;
        if (found == SIZE_MAX && (marks & before)) found = i + (size_t)__builtin_ctz(marks & before);
        seen |= cscan_either_mask(p + i, '%', '+') & before;
        if (ends) {
            i += (size_t)__builtin_ctz(ends);
            goto done;
        }
    }
#endif
    for (; i < count && p[i] != '&'; i++) {
        if (p[i] == '=' && found == SIZE_MAX) found = i;
        seen |= p[i] == '%' || p[i] == '+';
    }
#ifdef CSCAN_WIDE
done:
#endif
    *equals = found == SIZE_MAX ? i : found;
    *encoded = seen != 0;
    return i;
}

size_t cscan_key_start(const void *bytes, size_t floor, size_t end) {
    // Letters, digits, `_ - . @`, and all that is not ASCII.
    static const uint8_t is_key[256] = {
        ['-'] = 1, ['.'] = 1, ['@'] = 1, ['_'] = 1, ['0' ... '9'] = 1, ['A' ... 'Z'] = 1, ['a' ... 'z'] = 1, [0x80 ... 0xff] = 1};
    const uint8_t *p = bytes;
    while (end > floor && is_key[p[end - 1]]) end--;
    return end;
}

static inline unsigned hex_value(uint8_t c) {
    if ((uint8_t)(c - '0') <= 9) return c - '0';
    uint8_t letter = (uint8_t)((c | 32) - 'a');
    return letter <= 5 ? letter + 10u : 255u;
}

size_t cscan_unpercent(const void *bytes, size_t count, int plus, void *out) {
    const uint8_t *p = bytes;
    uint8_t *o = out;
    size_t n = 0;
    for (size_t i = 0; i < count; i++) {
        uint8_t c = p[i];
        if (c == '%' && i + 2 < count) {
            unsigned high = hex_value(p[i + 1]), low = hex_value(p[i + 2]);
            if (high != 255 && low != 255) {
                c = (uint8_t)(high << 4 | low);
                i += 2;
            }
        } else if (c == '+' && plus) {
            c = ' ';
        }
        o[n++] = c;
    }
    return n;
}
