#pragma once
#include <zlib.h>
// inflateInit2 and deflateInit2 are macros, which Swift cannot import.
static inline int paychain_inflate_init2(z_stream *s, int window_bits) { return inflateInit2(s, window_bits); }
static inline int paychain_deflate_init2(z_stream *s, int level, int window_bits) {
    return deflateInit2(s, level, Z_DEFLATED, window_bits, 8, Z_DEFAULT_STRATEGY);
}
