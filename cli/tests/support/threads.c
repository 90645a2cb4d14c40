/* A limit on threads: cc -shared -fPIC -o threads.so threads.c, then LD_PRELOAD. THREADS_ALLOWED says how many
   threads a program may start, as RLIMIT_NPROC does, but it also limits root, and other programs of the same
   user do not count. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

int pthread_create(pthread_t *thread, const pthread_attr_t *with, void *(*run)(void *), void *argument) {
    static int started;
    if (__atomic_add_fetch(&started, 1, __ATOMIC_SEQ_CST) > atoi(getenv("THREADS_ALLOWED"))) return EAGAIN;
    return ((__typeof__(&pthread_create))dlsym(RTLD_NEXT, "pthread_create"))(thread, with, run, argument);
}
