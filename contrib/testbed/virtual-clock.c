/* A clock that stands still until the testbed moves it, for the program under test.
 *
 * GESTURE_BED_CLOCK="FILE WAKE TOLD": FILE holds a `struct clock`, and the monotonic clocks of the program show its `now`. Timers
 * of the program (timerfd) go off by that clock: the testbed reads the deadlines, moves `now` and writes a byte to the
 * descriptor WAKE. The program waits by epoll_wait. Whenever nothing is ready, and no timer is due, and the testbed has asked
 * since, the program answers with a byte to TOLD: so the testbed knows that all events before its question have been
 * handled.
 *
 * Only the process that the testbed has started is on this clock, not its children. Waiting by other means, with poll and
 * the like, is in real time. Built by contrib/testbed/build. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#define SECOND 1000000000LL
#define MOST 1024

struct clock {
	int64_t now;               /* ns */
	int64_t asked, answered;   /* numbers of questions */
	int64_t deadlines[MOST];   /* ns, by descriptor; 0 for none */
};

static struct clock *clock_file;
static int wake = -1, told = -1;
static pid_t owner;

static int (*real_gettime)(clockid_t, struct timespec *);
static int (*real_settime)(int, int, const struct itimerspec *, struct itimerspec *);
static int (*real_wait)(int, struct epoll_event *, int, int);
static int (*real_close)(int);

static void *real(const char *name) { return dlsym(RTLD_NEXT, name); }

__attribute__((constructor)) static void start(void)
{
	const char *words = getenv("GESTURE_BED_CLOCK");
	char path[4096];
	int fd;
	void *memory;

	real_gettime = real("clock_gettime");
	real_settime = real("timerfd_settime");
	real_wait = real("epoll_wait");
	real_close = real("close");
	if (!words || sscanf(words, "%4095s %d %d", path, &wake, &told) != 3)
		return;
	fd = open(path, O_RDWR | O_CLOEXEC);
	memory = fd < 0 ? MAP_FAILED : mmap(NULL, sizeof *clock_file, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (memory == MAP_FAILED) {
		perror("virtual-clock");
		abort();
	}
	real_close(fd);
	fcntl(wake, F_SETFD, FD_CLOEXEC);
	fcntl(told, F_SETFD, FD_CLOEXEC);
	owner = getpid();
	clock_file = memory;
	unsetenv("GESTURE_BED_CLOCK");
}

static bool is_virtual(void) { return clock_file && getpid() == owner; }
static int64_t now(void) { return __atomic_load_n(&clock_file->now, __ATOMIC_ACQUIRE); }

int clock_gettime(clockid_t clock, struct timespec *time)
{
	if (!real_gettime)
		real_gettime = real("clock_gettime");
	if (!is_virtual() || (clock != CLOCK_MONOTONIC && clock != CLOCK_MONOTONIC_RAW && clock != CLOCK_BOOTTIME))
		return real_gettime(clock, time);
	time->tv_sec = now() / SECOND;
	time->tv_nsec = now() % SECOND;
	return 0;
}

static int go_off(int fd)
{
	struct itimerspec at_once = { .it_value = { 0, 1 } };

	clock_file->deadlines[fd] = 0;
	return real_settime(fd, 0, &at_once, NULL);
}

int timerfd_settime(int fd, int flags, const struct itimerspec *value, struct itimerspec *old)
{
	static const struct itimerspec none;
	int64_t time = value->it_value.tv_sec * SECOND + value->it_value.tv_nsec;
	int result;

	if (!is_virtual() || fd >= MOST)
		return real_settime(fd, flags, value, old);
	if (time && !(flags & TFD_TIMER_ABSTIME))
		time += now();
	if (time && time <= now())
		return go_off(fd);
	result = real_settime(fd, 0, &none, old);
	if (result == 0)
		clock_file->deadlines[fd] = time;
	return result;
}

int close(int fd)
{
	if (!real_close)
		real_close = real("close");
	if (is_virtual() && fd >= 0 && fd < MOST)
		clock_file->deadlines[fd] = 0;
	return real_close(fd);
}

/* The timers whose time has come. */
static void serve_timers(void)
{
	for (int fd = 0; fd < MOST; fd++)
		if (clock_file->deadlines[fd] && clock_file->deadlines[fd] <= now())
			go_off(fd);
}

static void answer(void)
{
	int64_t asked = __atomic_load_n(&clock_file->asked, __ATOMIC_ACQUIRE);

	if (asked == clock_file->answered)
		return;
	__atomic_store_n(&clock_file->answered, asked, __ATOMIC_RELEASE);
	if (write(told, "", 1) < 0)
		perror("virtual-clock");
}

int epoll_wait(int epoll, struct epoll_event *events, int most, int timeout)
{
	char bytes[64];

	if (!is_virtual() || timeout >= 0)
		return real_wait(epoll, events, most, timeout);
	for (;;) {
		struct pollfd ready[] = { { epoll, POLLIN, 0 }, { wake, POLLIN, 0 } };
		int count;

		serve_timers();
		count = real_wait(epoll, events, most, 0);
		if (count)
			return count;
		answer();
		if (poll(ready, 2, -1) < 0)
			return -1;
		if (ready[1].revents && read(wake, bytes, sizeof bytes) < 0)
			return -1;
	}
}
