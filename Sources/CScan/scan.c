#include "CScan.h"
#include <string.h>

size_t cscan_far_byte(const void *bytes, size_t count, uint8_t byte) {
    if (count == 0) return 0;
    const uint8_t *p = memchr(bytes, byte, count);
    return p ? (size_t)(p - (const uint8_t *)bytes) : count;
}

#ifdef CSCAN_WIDE
// The first of the places in `m` at which the needle stands; each is where its first and its last byte fit.
static inline size_t verified(const uint8_t *p, const uint8_t *n, size_t length, uint32_t m, size_t none) {
    for (; m; m &= m - 1) {
        size_t at = (size_t)__builtin_ctz(m);
        if (length <= 2 || memcmp(p + at + 1, n + 1, length - 2) == 0) return at;
    }
    return none;
}

// `places` is at least sixteen. The last sixteen places overlap those before them.
static size_t find_wide(const uint8_t *p, size_t places, const uint8_t *n, size_t length, size_t none) {
    for (size_t i = 0;; i += CSCAN_WIDE) {
        if (i + CSCAN_WIDE > places) i = places - CSCAN_WIDE;
        uint32_t m = cscan_equal_mask(p + i, n[0]) & cscan_equal_mask(p + i + length - 1, n[length - 1]);
        if (m) {
            size_t at = verified(p + i, n, length, m, CSCAN_WIDE);
            if (at < CSCAN_WIDE) return i + at;
        }
        if (i + CSCAN_WIDE >= places) return none;
    }
}
#endif

#ifdef __SSE2__
#include <immintrin.h>

// The same by thirty-two places.
__attribute__((target("avx2"))) static size_t find_avx2(const uint8_t *p, size_t places, const uint8_t *n, size_t length, size_t none) {
    const __m256i first = _mm256_set1_epi8((char)n[0]), last = _mm256_set1_epi8((char)n[length - 1]);
    for (size_t i = 0;; i += 32) {
        if (i + 32 > places) i = places - 32;
        __m256i a = _mm256_cmpeq_epi8(_mm256_loadu_si256((const __m256i *)(p + i)), first);
        __m256i b = _mm256_cmpeq_epi8(_mm256_loadu_si256((const __m256i *)(p + i + length - 1)), last);
        uint32_t m = (uint32_t)_mm256_movemask_epi8(_mm256_and_si256(a, b));
        if (m) {
            size_t at = verified(p + i, n, length, m, 32);
            if (at < 32) return i + at;
        }
        if (i + 32 >= places) return none;
    }
}
#endif

size_t cscan_find(const void *bytes, size_t count, const void *needle, size_t needle_count) {
    const uint8_t *p = bytes, *n = needle;
    if (needle_count == 0 || needle_count > count) return needle_count == 0 ? 0 : count;
    size_t places = count - needle_count + 1;
#ifdef __SSE2__
    if (places >= 32 && cscan_level() == 2) return find_avx2(p, places, n, needle_count, count);
#endif
#ifdef CSCAN_WIDE
    if (places >= CSCAN_WIDE) return find_wide(p, places, n, needle_count, count);
#endif
    for (size_t i = 0; i < places; i++)
        if (p[i] == n[0] && memcmp(p + i, n, needle_count) == 0) return i;
    return count;
}

static inline uint8_t lowered(uint8_t c) { return (uint8_t)(c - 'A') < 26 ? c | 32 : c; }

// Whether the needle, which is in lower case, stands at `p` in any case.
static inline int is_in_any_case(const uint8_t *p, const uint8_t *n, size_t length) {
    for (size_t j = 0; j < length; j++)
        if (lowered(p[j]) != n[j]) return 0;
    return 1;
}

size_t cscan_find_any_case(const void *bytes, size_t count, const void *needle, size_t needle_count) {
    const uint8_t *p = bytes, *n = needle;
    if (needle_count == 0 || needle_count > count) return count;
    size_t places = count - needle_count + 1, i = 0;
#ifdef CSCAN_WIDE
    // Only letters have a case; of what else differs in that bit the comparison tells.
    uint8_t first = n[0], last = n[needle_count - 1];
    uint8_t other_first = first >= 'a' && first <= 'z' ? first & 0xdf : first, other_last = last >= 'a' && last <= 'z' ? last & 0xdf : last;
    for (; i + CSCAN_WIDE <= places; i += CSCAN_WIDE) {
        uint32_t m = cscan_either_mask(p + i, first, other_first) & cscan_either_mask(p + i + needle_count - 1, last, other_last);
        for (; m; m &= m - 1) {
            size_t at = i + (size_t)__builtin_ctz(m);
            if (is_in_any_case(p + at, n, needle_count)) return at;
        }
    }
#endif
    for (; i < places; i++)
        if (lowered(p[i]) == n[0] && is_in_any_case(p + i, n, needle_count)) return i;
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

#ifdef __SSE2__
__attribute__((target("avx2"))) static size_t lines_avx2(
    const uint8_t *p, size_t count, uint32_t *offsets, size_t capacity, size_t *found, uint32_t *seen) {
    const __m256i feed = _mm256_set1_epi8('\n'), escape = _mm256_set1_epi8(0x1b);
    __m256i dirty = _mm256_setzero_si256();
    size_t i = 0, n = 0;
    for (; i + 64 <= count && n + 64 <= capacity; i += 64) {
        __m256i a = _mm256_loadu_si256((const __m256i *)(p + i)), b = _mm256_loadu_si256((const __m256i *)(p + i + 32));
        // The lesser of two bytes is NUL where one of them is.
        dirty = _mm256_or_si256(dirty, _mm256_cmpeq_epi8(_mm256_min_epu8(a, b), _mm256_setzero_si256()));
        dirty = _mm256_or_si256(dirty, _mm256_or_si256(_mm256_cmpeq_epi8(a, escape), _mm256_cmpeq_epi8(b, escape)));
        uint64_t m = (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(a, feed))
            | (uint64_t)(uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(b, feed)) << 32;
        for (; m; m &= m - 1) offsets[n++] = (uint32_t)(i + (size_t)__builtin_ctzll(m));
    }
    *found = n;
    *seen = !_mm256_testz_si256(dirty, dirty);
    return i;
}
#endif

size_t cscan_lines(const void *bytes, size_t count, uint32_t *offsets, size_t capacity, size_t *scanned, uint8_t *dirty) {
    const uint8_t *p = bytes;
    size_t i = 0, found = 0;
    uint32_t seen = 0;
#ifdef __SSE2__
    if (cscan_level() == 2) i = lines_avx2(p, count, offsets, capacity, &found, &seen);
#endif
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
#ifdef __SSE2__
    const __m128i feed = _mm_set1_epi8('\n');
    while (i + 16 <= count) {
        // Sixteen counters of a byte each, emptied before they are full.
        __m128i counters = _mm_setzero_si128();
        for (int k = 0; k < 255 && i + 16 <= count; k++, i += 16)
            counters = _mm_sub_epi8(counters, _mm_cmpeq_epi8(_mm_loadu_si128((const __m128i *)(p + i)), feed));
        __m128i sums = _mm_sad_epu8(counters, _mm_setzero_si128());
        found += (size_t)_mm_cvtsi128_si32(sums) + (size_t)_mm_cvtsi128_si32(_mm_srli_si128(sums, 8));
    }
#elif defined(CSCAN_WIDE)
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
    uint64_t any_capital = 0, any_run = 0;
    for (;;) {
        const size_t window = count < 64 ? count : 64;
        uint64_t numbers = 0, tokens = 0, dots = 0, colons = 0, e = 0, y = 0, o = 0, slashes = 0;
        for (size_t i = 0; i < window; i += 16) {
            const __m128i v = window - i >= 16 ? _mm_loadu_si128((const __m128i *)(p + i)) : few(p + i, window - i);
            const __m128i encoded = _mm_or_si128(_mm_or_si128(is('%'), is('\\')), _mm_or_si128(is('&'), is('+')));
            const __m128i wide = _mm_or_si128(is(0xEF), is(0xE3));
            if (_mm_movemask_epi8(_mm_or_si128(_mm_or_si128(encoded, wide), is('@')))) return 1;
            const __m128i digit = among(v, '0', 10), hyphen = is('-'), lower = _mm_or_si128(v, _mm_set1_epi8(0x20));
            numbers |= bits(_mm_or_si128(_mm_or_si128(digit, hyphen), is(' ')));
            tokens |= bits(_mm_or_si128(_mm_or_si128(digit, hyphen), _mm_or_si128(among(lower, 'a', 26), is('_'))));
            dots |= bits(is('.'));
            slashes |= bits(is('/'));
            any_capital |= bits(among(v, 'A', 26));
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
        if (numbers | (e & y >> 1) | (colons & (colons - 1)) | dots) return 1;
        // Sixteen signs of base64 that follow each other, one of them anywhere a capital.
        uint64_t run = tokens | slashes;
        run &= run >> 1;
        run &= run >> 2;
        run &= run >> 4;
        any_run |= run & run >> 8;
        if (any_capital && any_run) return 1;
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
        const __m128i brace = _mm_set1_epi8('{'), bracket = _mm_set1_epi8('['), less = _mm_set1_epi8('<'), none = _mm_setzero_si128();
        __m128i ands = none, colons = none, equal = none, percents = none, braces = none, brackets = none, lesses = none;
        unsigned any = 0;
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
            // `%` and `&`, `:` to `=`, and brackets but for one bit lie side by side: three looks tell that nothing is there.
            __m128i low = _mm_sub_epi8(v, percent), middle = _mm_sub_epi8(v, colon);
            __m128i near = _mm_or_si128(
                _mm_or_si128(
                    _mm_cmpeq_epi8(_mm_min_epu8(low, _mm_set1_epi8(1)), low), _mm_cmpeq_epi8(_mm_min_epu8(middle, _mm_set1_epi8(3)), middle)),
                _mm_cmpeq_epi8(_mm_or_si128(v, _mm_set1_epi8(32)), brace));
            unsigned m = (unsigned)_mm_movemask_epi8(near);
            if (!m) continue;
            any |= m;
            ands = _mm_or_si128(ands, _mm_cmpeq_epi8(v, and));
            colons = _mm_or_si128(colons, _mm_cmpeq_epi8(v, colon));
            equal = _mm_or_si128(equal, _mm_cmpeq_epi8(v, equals));
            percents = _mm_or_si128(percents, _mm_cmpeq_epi8(v, percent));
            braces = _mm_or_si128(braces, _mm_cmpeq_epi8(v, brace));
            brackets = _mm_or_si128(brackets, _mm_cmpeq_epi8(v, bracket));
            lesses = _mm_or_si128(lesses, _mm_cmpeq_epi8(v, less));
        }
        if (!any) return 0;
        return (uint8_t)((_mm_movemask_epi8(ands) != 0) | (_mm_movemask_epi8(colons) != 0) << 1 | (_mm_movemask_epi8(equal) != 0) << 2
            | (_mm_movemask_epi8(percents) != 0) << 3 | (_mm_movemask_epi8(braces) != 0) << 4 | (_mm_movemask_epi8(brackets) != 0) << 5
            | (_mm_movemask_epi8(lesses) != 0) << 6);
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
    size_t n = 0, i = 0;
    for (;;) {
        size_t end = cscan_copy_until(p, count, i, '%', plus ? '+' : '%', o + n);
        n += end - i;
        i = end;
        if (i >= count) return n;
        uint8_t c = p[i++];
        if (c == '+') {
            c = ' ';
        } else if (i + 1 < count) {
            unsigned high = hex_value(p[i]), low = hex_value(p[i + 1]);
            if (high != 255 && low != 255) {
                c = (uint8_t)(high << 4 | low);
                i += 2;
            }
        }
        o[n++] = c;
    }
}
