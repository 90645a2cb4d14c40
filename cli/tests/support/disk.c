/* Logs the calls of a program that decide what a power cut leaves: cc -shared -fPIC -o disk.so disk.c, then LD_PRELOAD. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static void note(const char *what, const char *path, const char *more) {
    int log = open(getenv("DISK_LOG"), O_WRONLY | O_CREAT | O_APPEND, 0666);
    dprintf(log, "%s %s %s\n", what, path, more);
    close(log);
}

static void note_sync(int file) {
    char link[64], path[4096] = "", size[32] = "";
    struct stat found;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    if (readlink(link, path, sizeof path - 1) > 0 && fstat(file, &found) == 0 && S_ISREG(found.st_mode))
        snprintf(size, sizeof size, "%lld", (long long)found.st_size);
    note("sync", path, size);
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

int fsync(int file) { return note_sync(file), NEXT(fsync)(file); }
int fdatasync(int file) { return note_sync(file), NEXT(fdatasync)(file); }
int rename(const char *from, const char *to) { return note("rename", from, to), NEXT(rename)(from, to); }
int mkdir(const char *path, mode_t mode) { return note("mkdir", path, ""), NEXT(mkdir)(path, mode); }
