#include "cheap.h"

#include <stdlib.h>

#ifdef __GLIBC__
#include <malloc.h>

void cheap_keep(int largest, int kept) {
    mallopt(M_MMAP_THRESHOLD, largest);
    mallopt(M_TRIM_THRESHOLD, kept);
}
#else
void cheap_keep(int largest, int kept) {
    (void)largest;
    (void)kept;
}
#endif
