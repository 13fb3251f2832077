/* Lets a benchmark push a program's clock forward, so that frames 8 ms apart need not take 8 ms.
 * With GESTURE_CLOCK=FILE, an existing file of at least 8 bytes, the monotonic clocks run ahead of the real ones by the
 * nanoseconds written there. A timer set for a moment ends no later than that moment by the clock of when it was set.
 * TESTBED_WALL_CLOCK=FILE does the same to the clock that tells the time of day, for the commands of the rules too, which
 * get no variable whose name begins with GESTURE_. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#define SECOND 1000000000LL

static const int64_t none;
static const int64_t *ahead = &none, *wall_ahead = &none;
static int (*real_gettime)(clockid_t, struct timespec *);
static int (*real_settime)(int, int, const struct itimerspec *, struct itimerspec *);

static const int64_t *map(const char *file)
{
	int fd = file ? open(file, O_RDONLY | O_CLOEXEC) : -1;
	void *memory;

	if (fd < 0)
		return &none;
	memory = mmap(NULL, sizeof none, PROT_READ, MAP_SHARED, fd, 0);
	close(fd);
	return memory == MAP_FAILED ? &none : memory;
}

__attribute__((constructor)) static void start(void)
{
	ahead = map(getenv("GESTURE_CLOCK"));
	wall_ahead = map(getenv("TESTBED_WALL_CLOCK"));
}

static int64_t read_offset(const int64_t *nanoseconds) { return __atomic_load_n(nanoseconds, __ATOMIC_RELAXED); }
static int64_t offset(void) { return read_offset(ahead); }

static void shift(struct timespec *time, int64_t nanoseconds)
{
	int64_t sum = time->tv_sec * SECOND + time->tv_nsec + nanoseconds;

	time->tv_sec = sum / SECOND;
	time->tv_nsec = sum % SECOND;
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
	if (!real_gettime)
		real_gettime = dlsym(RTLD_NEXT, "clock_gettime");
	int result = real_gettime(clock, now);

	if (result == 0 && (clock == CLOCK_MONOTONIC || clock == CLOCK_MONOTONIC_RAW || clock == CLOCK_BOOTTIME))
		shift(now, offset());
	if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
		shift(now, read_offset(wall_ahead));
	return result;
}

int timerfd_settime(int fd, int flags, const struct itimerspec *value, struct itimerspec *old)
{
	struct itimerspec real = *value;

	if (!real_settime)
		real_settime = dlsym(RTLD_NEXT, "timerfd_settime");
	if ((flags & TFD_TIMER_ABSTIME) && (real.it_value.tv_sec || real.it_value.tv_nsec)) {
		shift(&real.it_value, -offset());
		if (real.it_value.tv_sec < 0)
			real.it_value = (struct timespec){ 0, 1 };
	}
	return real_settime(fd, flags, &real, old);
}
