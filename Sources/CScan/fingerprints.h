#pragma once
#include <stddef.h>
#include <stdint.h>

// How literals are told apart by four of their bytes; internal to CScan.

enum { fingerprint = 4 };

// Chooses where the fingerprint of each literal begins: the fewer different ones there are, the fewer places of a text look like one.
// Literals that are shorter keep 0.
void cscan_choose_fingerprints(
    const uint8_t *text, const uint32_t *start, const uint32_t *length, size_t literals, uint32_t *shift);

// Parts `count` fingerprints, which are sorted by their bytes read backwards, into `buckets` runs so that few places of a log look as if
// they held one: `bound[b]` is where bucket `b` begins, `bound[buckets]` is `count`.
void cscan_part_fingerprints(const uint32_t *prints, size_t count, size_t buckets, size_t *bound);
