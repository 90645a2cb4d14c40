/* Limits a program's threads. Build it with `cc -shared -fPIC -o threads.so threads.c`, and preload it with
   LD_PRELOAD. THREADS_ALLOWED is the number of threads that a program may start. Unlike RLIMIT_NPROC, this limit
   also applies to root, and ignores the user's other programs. */
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
