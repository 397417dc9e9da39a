/* Another disk for one program: ASQ_TEST_SYNC is how many microseconds a sync takes, or -1 for one that only says so. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static int synced(long call, int file) {
    const char *text = getenv("ASQ_TEST_SYNC");
    long takes = text ? atol(text) : 0;
    if (takes < 0)
        return 0;
    struct timespec pause = {takes / 1000000, takes % 1000000 * 1000};
    nanosleep(&pause, NULL);
    return (int)syscall(call, file);
}

int fsync(int file) { return synced(SYS_fsync, file); }
int fdatasync(int file) { return synced(SYS_fdatasync, file); }
