/* Makes a program pause just before and just after it grabs a device or releases it, as on a machine that is busy at
 * the worst moment. TESTBED_STALL="BEFORE AFTER" tells how long, in ms. Only the program itself stands still, not
 * processes that it forks. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <linux/input.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static int (*real_ioctl)(int, unsigned long, ...);
static long before, after;
static pid_t own;

__attribute__((constructor)) static void start(void)
{
	const char *stall = getenv("TESTBED_STALL");

	real_ioctl = (int (*)(int, unsigned long, ...))dlsym(RTLD_NEXT, "ioctl");
	own = getpid();
	if (!stall || sscanf(stall, "%ld %ld", &before, &after) != 2)
		before = after = 0;
}

static void stand_still(long ms)
{
	struct timespec time = {ms / 1000, ms % 1000 * 1000000};

	if (getpid() == own)
		nanosleep(&time, NULL);
}

int ioctl(int fd, unsigned long request, ...)
{
	va_list list;
	void *argument;
	int result;

	va_start(list, request);
	argument = va_arg(list, void *);
	va_end(list);
	if (request != EVIOCGRAB)
		return real_ioctl(fd, request, argument);
	stand_still(before);
	result = real_ioctl(fd, request, argument);
	stand_still(after);
	return result;
}
