#include "cheap.h"

#include <stdlib.h>

#ifdef __GLIBC__
#include <malloc.h>

void cheap_keep(int largest, int kept) {
    mallopt(M_MMAP_THRESHOLD, largest);
    mallopt(M_TRIM_THRESHOLD, kept);
}

void cheap_trim(void) { malloc_trim(0); }
#else
void cheap_keep(int largest, int kept) {
    (void)largest;
    (void)kept;
}

void cheap_trim(void) {}
#endif

#ifdef __linux__
#include <fcntl.h>
#include <unistd.h>

unsigned long long cheap_resident(void) {
    char text[128];
    int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    if (file < 0) return 0;
    ssize_t length = read(file, text, sizeof text - 1);
    close(file);
    if (length <= 0) return 0;
    text[length] = 0;
    char *rest = text;
    strtoull(rest, &rest, 10);
    return strtoull(rest, 0, 10) * (unsigned long long)sysconf(_SC_PAGESIZE);
}
#elif defined(__APPLE__)
#include <mach/mach.h>

unsigned long long cheap_resident(void) {
    struct mach_task_basic_info info;
    mach_msg_type_number_t count = MACH_TASK_BASIC_INFO_COUNT;
    if (task_info(mach_task_self(), MACH_TASK_BASIC_INFO, (task_info_t)&info, &count) != KERN_SUCCESS) return 0;
    return info.resident_size;
}
#else
unsigned long long cheap_resident(void) { return 0; }
#endif
