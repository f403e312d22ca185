#pragma once
#include <stddef.h>
#include <stdint.h>

// Byte scans that Swift cannot say well: it has no movemask and no byte shuffle. Every function takes a length and never reads
// outside [bytes, bytes + count). Offsets are returned; `count` means "not there".

#ifdef __cplusplus
extern "C" {
#endif

/// Offset of the first `byte`, else `count`.
size_t cscan_byte(const void *bytes, size_t count, uint8_t byte);
/// Offset of the first byte that is `a` or `b`, else `count`.
size_t cscan_either(const void *bytes, size_t count, uint8_t a, uint8_t b);
/// Offset of the first `needle`, else `count`.
size_t cscan_find(const void *bytes, size_t count, const void *needle, size_t needle_count);
/// Writes the offsets of up to `capacity` line feeds, relative to `bytes`; returns how many. `*scanned` is how far it looked.
size_t cscan_lines(const void *bytes, size_t count, uint32_t *offsets, size_t capacity, size_t *scanned);
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

/// A compiled set of literals; see `cscan_anchors_make`.
typedef struct cscan_anchors cscan_anchors;

/// Compiles `literal_count` literals that lie one after the other in `text`; NULL when memory is short.
cscan_anchors *cscan_anchors_make(const uint8_t *text, const uint32_t *lengths, size_t literal_count);
void cscan_anchors_free(cscan_anchors *anchors);
/// Offset at which some literal begins that lies wholly in [from, count), else `count`; `*literal` tells which one. The literal found
/// is the one whose rarest three bytes come first, not always the one that begins first.
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
