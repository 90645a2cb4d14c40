/* Logs the calls that decide what a power cut leaves behind. Build it with `cc -shared -fPIC -o disk.so disk.c`,
   and preload it with LD_PRELOAD.

   DISK_LOGS_WRITES     also logs writes to stdout and to files, with their lengths
   DISK_IS_FULL_AFTER   the number of ledger writes after which all others fail; needs DISK_LOGS_WRITES
   DISK_FAILS_AFTER     the number of ledger syncs after which all others fail
   DISK_IS_POOR         the file system reports a new inode number each time, has no hard links, and can neither
                        move directories nor set permissions
   DISK_REFUSES         a name to which no file can be renamed
   DISK_HIDES           a directory that can be used but not read
   DISK_IS_SLOW         a file; while it exists, a sync takes a minute
   DISK_IS_READ_ONLY    no directory can be created, and no file opened for writing */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static void note(const char *what, const char *path, const char *more) {
    int log = open(getenv("DISK_LOG"), O_WRONLY | O_CREAT | O_APPEND, 0666);
    dprintf(log, "%s %s %s\n", what, path, more);
    close(log);
}

static void note_sync(int file) {
    char link[64], path[4096] = "", size[32] = "";
    const char *slow = getenv("DISK_IS_SLOW");
    for (unsigned left = slow && access(slow, F_OK) == 0 ? 60 : 0; left;) left = sleep(left);
    struct stat found;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    if (readlink(link, path, sizeof path - 1) > 0 && fstat(file, &found) == 0 && S_ISREG(found.st_mode))
        snprintf(size, sizeof size, "%lld", (long long)found.st_size);
    note("sync", path, size);
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

/* Gets the path of an open file, and returns whether the file is a ledger. */
static int is_ledger(int file, char path[4096]) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, 4095);
    path[length > 0 ? length : 0] = 0;
    return strstr(path, "/ledger.jsonl") != NULL;
}

/* Counts a call, and returns whether the count exceeds the number in this variable. */
static int is_beyond(const char *variable, int *calls) {
    const char *most = getenv(variable);
    return most && __atomic_add_fetch(calls, 1, __ATOMIC_SEQ_CST) > atoi(most);
}

int fsync(int file) { return note_sync(file), NEXT(fsync)(file); }

int fdatasync(int file) {
    static int syncs;
    char path[4096];
    if (is_ledger(file, path) && is_beyond("DISK_FAILS_AFTER", &syncs))
        return note("failed-sync", path, ""), errno = EIO, -1;
    return note_sync(file), NEXT(fdatasync)(file);
}

ssize_t write(int file, const void *bytes, size_t length) {
    static int writes;
    char path[4096], size[32];
    if (!getenv("DISK_LOGS_WRITES")) return NEXT(write)(file, bytes, length);
    int ledger = is_ledger(file, path);
    if (ledger && is_beyond("DISK_IS_FULL_AFTER", &writes)) return note("failed-write", path, ""), errno = ENOSPC, -1;
    snprintf(size, sizeof size, "%zu", length);
    struct stat found;
    if (file == 1) note("write", "stdout", size);
    else if (fstat(file, &found) == 0 && S_ISREG(found.st_mode)) note("write", path, size);
    return NEXT(write)(file, bytes, length);
}

int rename(const char *from, const char *to) {
    struct stat found;
    const char *refused = getenv("DISK_REFUSES"), *name = strrchr(to, '/');
    note("rename", from, to);
    if (refused && name && strcmp(name + 1, refused) == 0) return errno = ENOSPC, -1;
    if (getenv("DISK_IS_POOR") && lstat(from, &found) == 0 && S_ISDIR(found.st_mode)) return errno = EXDEV, -1;
    return NEXT(rename)(from, to);
}

int statx(int at, const char *path, int flags, unsigned mask, struct statx *found) {
    static int number;
    int failed = NEXT(statx)(at, path, flags, mask, found);
    if (!failed && getenv("DISK_IS_POOR")) found->stx_ino += ++number;
    return failed;
}

int open64(const char *path, int flags, ...) {
    const char *hidden = getenv("DISK_HIDES");
    va_list more;
    va_start(more, flags);
    mode_t mode = flags & O_CREAT ? va_arg(more, mode_t) : 0;
    va_end(more);
    if (hidden && strcmp(path, hidden) == 0) return errno = EACCES, -1;
    if (getenv("DISK_IS_READ_ONLY") && flags & (O_WRONLY | O_RDWR)) return errno = EROFS, -1;
    return NEXT(open64)(path, flags, mode);
}

/* Filters system calls, because some programs make them without the C library. */
__attribute__((constructor)) static void refuse(void) {
    struct sock_filter rules[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_renameat2, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EINVAL),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_linkat, 1, 0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_fchmod, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog filter = {sizeof rules / sizeof *rules, rules};
    if (!getenv("DISK_IS_POOR")) return;
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter);
}

int mkdir(const char *path, mode_t mode) {
    if (getenv("DISK_IS_READ_ONLY")) return errno = EROFS, -1;
    return note("mkdir", path, ""), NEXT(mkdir)(path, mode);
}
