// Makes a disk fail under a program: preloaded (LD_PRELOAD), it stands before the calls that write and sync the files whose path begins with
// what PAYCHAIN_FAULTS names, and counts them. Linux only; compiled by kill.py.
//
//   PAYCHAIN_FAULTS="kind=sync seed=7 after=40 count=12 report=/tmp/report path=/tmp/watch.db"
//
//   write   from call `after` on, `count` writes fail with EIO
//   full    the same with ENOSPC; a write may take place in part, as on a disk that becomes full
//   sync    the same for fsync and fdatasync, with EIO
//   die     call `after` is not made, or made in part, and the process ends as by SIGKILL
//   power   the same, and what was written and not synced is gone: all of it, what came last, or any sectors; so are files whose folder
//           was not synced since they were made
//
// Everything but the moment follows from the seed. Each fault is a line in the report.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

enum kind { NONE, WRITE, FULL, SYNC, DIE, POWER };
static const char *const names[] = {"none", "write", "full", "sync", "die", "power"};
enum { SECTOR = 512 };

// One change since the last sync: what was there and what is there now.
struct change {
    struct change *before;
    dev_t device;
    ino_t inode;
    off_t offset, old_size, new_size;
    size_t old_length, length;
    unsigned char *old, *new;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static enum kind kind = NONE;
static uint64_t state = 1;
static long after = 0, count = 1, calls = 0;
static char prefix[PATH_MAX], report_path[PATH_MAX];
static struct change *changes = NULL;
static char made[16][PATH_MAX];
static int made_count = 0;

static uint64_t next_random(void) {
    state += 0x9E3779B97F4A7C15u;
    uint64_t z = state;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

__attribute__((constructor)) static void begin(void) {
    const char *text = getenv("PAYCHAIN_FAULTS");
    if (!text) return;
    char copy[2 * PATH_MAX], *rest = NULL;
    snprintf(copy, sizeof copy, "%s", text);
    for (char *part = strtok_r(copy, " ", &rest); part; part = strtok_r(NULL, " ", &rest)) {
        char *value = strchr(part, '=');
        if (!value) continue;
        *value++ = 0;
        if (!strcmp(part, "kind")) {
            for (int k = 0; k <= POWER; k++) if (!strcmp(value, names[k])) kind = (enum kind)k;
        } else if (!strcmp(part, "seed")) state = strtoull(value, NULL, 10);
        else if (!strcmp(part, "after")) after = strtol(value, NULL, 10);
        else if (!strcmp(part, "count")) count = strtol(value, NULL, 10);
        else if (!strcmp(part, "report")) snprintf(report_path, sizeof report_path, "%s", value);
        else if (!strcmp(part, "path")) snprintf(prefix, sizeof prefix, "%s", value);
    }
    // Only this process: what it starts has a disk that works.
    unsetenv("PAYCHAIN_FAULTS");
    unsetenv("LD_PRELOAD");
}

static int is_ours_path(const char *path) {
    size_t length = strlen(prefix), whole = strlen(path);
    if (kind == NONE || length == 0 || strncmp(path, prefix, length)) return 0;
    // The shared index of the log is memory, and made anew.
    return !(whole > 4 && !strcmp(path + whole - 4, "-shm")) && !(whole > 5 && !strcmp(path + whole - 5, "-lock"));
}

// What a descriptor was opened as; the length, or no more than zero.
static ssize_t path_of(int fd, char path[PATH_MAX]) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    const ssize_t length = readlink(link, path, PATH_MAX - 1);
    if (length > 0) path[length] = 0;
    return length;
}

static int is_ours(int fd) {
    if (kind == NONE) return 0;
    char path[PATH_MAX];
    return path_of(fd, path) > 0 && is_ours_path(path);
}

static int is_our_folder(int fd) {
    if (kind == NONE) return 0;
    char path[PATH_MAX];
    const ssize_t length = path_of(fd, path);
    if (length <= 0) return 0;
    return !strncmp(prefix, path, (size_t)length) && prefix[length] == '/' && !strchr(prefix + length + 1, '/');
}

static void note(const char *what, ssize_t detail) {
    if (!report_path[0]) return;
    int fd = (int)syscall(SYS_openat, AT_FDCWD, report_path, O_WRONLY | O_CREAT | O_APPEND, 0644);
    if (fd < 0) return;
    char line[160];
    int length = snprintf(line, sizeof line, "%s %s %ld %zd\n", names[kind], what, calls, detail);
    (void)!syscall(SYS_write, fd, line, (size_t)length);
    syscall(SYS_close, fd);
}

static ssize_t raw_write(int fd, const void *bytes, size_t length, off_t offset) {
    if (offset < 0) return syscall(SYS_write, fd, bytes, length);
    return syscall(SYS_pwrite64, fd, bytes, length, offset);
}

static void remember(int fd, off_t offset, const void *bytes, size_t length, off_t new_size) {
    struct stat status;
    struct change *one = calloc(1, sizeof *one);
    if (!one || fstat(fd, &status)) { free(one); return; }
    *one = (struct change){.before = changes, .device = status.st_dev, .inode = status.st_ino, .offset = offset, .old_size = status.st_size,
                           .new_size = new_size, .length = bytes ? length : 0};
    size_t wanted = bytes ? length : (size_t)(status.st_size > offset ? status.st_size - offset : 0);
    if (wanted) {
        one->old = malloc(wanted);
        ssize_t got = one->old ? pread(fd, one->old, wanted, offset) : 0;
        one->old_length = got > 0 ? (size_t)got : 0;
    }
    if (bytes) {
        one->new = malloc(length ? length : 1);
        if (one->new) memcpy(one->new, bytes, length);
    }
    changes = one;
}

static void forget(int fd) {
    struct stat status;
    if (fstat(fd, &status)) return;
    for (struct change **place = &changes; *place;) {
        struct change *one = *place;
        if (one->device != status.st_dev || one->inode != status.st_ino) { place = &one->before; continue; }
        *place = one->before;
        free(one->old);
        free(one->new);
        free(one);
    }
}

static int open_changed(const struct change *one) {
    // The file is open: find it among the descriptors.
    for (int fd = 3; fd < 4096; fd++) {
        struct stat status;
        if (fstat(fd, &status) == 0 && status.st_dev == one->device && status.st_ino == one->inode) return fd;
    }
    return -1;
}

static void lose_power(void) {
    size_t total = 0, place = 0;
    for (struct change *one = changes; one; one = one->before) total++;
    struct change **all = calloc(total + 1, sizeof *all);
    if (!all) return;
    for (struct change *one = changes; one; one = one->before) all[total - 1 - place++] = one;
    for (size_t i = total; i-- > 0;) {
        int fd = open_changed(all[i]);
        if (fd < 0) continue;
        if (all[i]->old_length) (void)!raw_write(fd, all[i]->old, all[i]->old_length, all[i]->offset);
        syscall(SYS_ftruncate, fd, all[i]->old_size);
    }
    uint64_t how = next_random() % 3;
    size_t keep = how == 0 ? 0 : how == 1 ? (size_t)(next_random() % (total + 1)) : total;
    for (size_t i = 0; i < keep; i++) {
        struct change *one = all[i];
        int fd = open_changed(one);
        if (fd < 0) continue;
        if (!one->new) {
            if (how == 1 || next_random() % 2) syscall(SYS_ftruncate, fd, one->new_size);
            continue;
        }
        for (size_t from = 0; from < one->length; from += SECTOR) {
            size_t part = one->length - from < SECTOR ? one->length - from : SECTOR;
            if (how == 1 || next_random() % 2) (void)!raw_write(fd, one->new + from, part, one->offset + (off_t)from);
        }
    }
    int gone = 0;
    for (int i = 0; i < made_count; i++) if (next_random() % 2) { syscall(SYS_unlinkat, AT_FDCWD, made[i], 0); gone++; }
    note(how == 0 ? "all" : how == 1 ? "end" : "sectors", (ssize_t)total + gone * 1000000);
}

static void end_process(void) {
    syscall(SYS_kill, getpid(), SIGKILL);
    for (;;) pause();
}

// What becomes of this call: 0 it is made, otherwise the error it fails with.
static int fate(int is_sync, int fd, const void *bytes, size_t length, off_t offset) {
    calls++;
    if (calls < after) return 0;
    switch (kind) {
    case WRITE: if (is_sync || count <= 0) return 0; count--; note("EIO", (ssize_t)length); return EIO;
    case FULL: if (is_sync || count <= 0) return 0; count--; note("ENOSPC", (ssize_t)length); return ENOSPC;
    case SYNC: if (!is_sync || count <= 0) return 0; count--; note("EIO", 0); return EIO;
    case DIE:
    case POWER:
        if (!is_sync && length && next_random() % 2) {
            size_t part = (size_t)(next_random() % length);
            if (kind == POWER) remember(fd, offset, bytes, part, 0);
            (void)!raw_write(fd, bytes, part, offset);
        }
        if (kind == POWER) lose_power(); else note(is_sync ? "sync" : "write", (ssize_t)length);
        end_process();
        return 0;
    default: return 0;
    }
}

static ssize_t faulty_write(int fd, const void *bytes, size_t length, off_t offset) {
    if (!is_ours(fd)) return raw_write(fd, bytes, length, offset);
    pthread_mutex_lock(&lock);
    off_t at = offset < 0 ? lseek(fd, 0, SEEK_CUR) : offset;
    int error = fate(0, fd, bytes, length, at);
    ssize_t result;
    if (error == ENOSPC && length > 1 && next_random() % 2) {
        result = raw_write(fd, bytes, (size_t)(next_random() % (length - 1)) + 1, offset);
    } else if (error) {
        errno = error;
        result = -1;
    } else {
        if (kind == POWER) remember(fd, at, bytes, length, 0);
        result = raw_write(fd, bytes, length, offset);
    }
    int code = errno;
    pthread_mutex_unlock(&lock);
    errno = code;
    return result;
}

ssize_t write(int fd, const void *bytes, size_t length) { return faulty_write(fd, bytes, length, -1); }
ssize_t pwrite(int fd, const void *bytes, size_t length, off_t offset) { return faulty_write(fd, bytes, length, offset); }
ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t offset) { return faulty_write(fd, bytes, length, offset); }

static int faulty_sync(int fd, long number) {
    int isFolder = is_our_folder(fd);
    if (!isFolder && !is_ours(fd)) return (int)syscall(number, fd);
    pthread_mutex_lock(&lock);
    int error = fate(1, fd, NULL, 0, 0);
    int result = error ? -1 : (int)syscall(number, fd);
    if (!error && result == 0) {
        if (isFolder) made_count = 0; else forget(fd);
    }
    int code = error ? error : errno;
    pthread_mutex_unlock(&lock);
    errno = code;
    return result;
}

int fsync(int fd) { return faulty_sync(fd, SYS_fsync); }
int fdatasync(int fd) { return faulty_sync(fd, SYS_fdatasync); }

static int faulty_truncate(int fd, off_t length) {
    if (kind == POWER && is_ours(fd)) {
        pthread_mutex_lock(&lock);
        fate(0, fd, NULL, 0, 0);
        remember(fd, length, NULL, 0, length);
        pthread_mutex_unlock(&lock);
    }
    return (int)syscall(SYS_ftruncate, fd, length);
}

int ftruncate(int fd, off_t length) { return faulty_truncate(fd, length); }
int ftruncate64(int fd, off64_t length) { return faulty_truncate(fd, length); }

static int faulty_open(const char *path, int flags, mode_t mode) {
    char whole[PATH_MAX];
    int isNew = kind == POWER && (flags & O_CREAT) && realpath(path, whole) == NULL;
    int fd = (int)syscall(SYS_openat, AT_FDCWD, path, flags | O_LARGEFILE, mode);
    if (fd >= 0 && isNew && realpath(path, whole) && is_ours_path(whole)) {
        pthread_mutex_lock(&lock);
        if (made_count < 16) snprintf(made[made_count++], PATH_MAX, "%s", whole);
        pthread_mutex_unlock(&lock);
    }
    return fd;
}

#define OPEN(name)                                                                                                                        \
    int name(const char *path, int flags, ...) {                                                                                          \
        mode_t mode = 0;                                                                                                                  \
        if (flags & (O_CREAT | O_TMPFILE)) {                                                                                              \
            va_list list;                                                                                                                 \
            va_start(list, flags);                                                                                                        \
            mode = va_arg(list, mode_t);                                                                                                  \
            va_end(list);                                                                                                                 \
        }                                                                                                                                 \
        return faulty_open(path, flags, mode);                                                                                            \
    }
OPEN(open)
OPEN(open64)
