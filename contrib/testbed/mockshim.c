/* Preload companion of umockdev for the testbed: more functions that libinput and libudev need, and two for tests.
 *
 *  - fstat() on a mocked node answers with the mocked device number. libinput compares it with sysfs before it accepts a
 *    device; umockdev only answers so for stat() before its version 0.19.
 *  - /run/udev lies inside the testbed. Without it libudev calls every device uninitialized and hears no hot-plug.
 *    So do what logind keeps in /run/systemd/seats, and the folders of udev's rules.
 *  - A mocked node is a FIFO. When its writer goes away a reader sees ENODEV, as after an unplug, instead of end-of-file.
 *  - A node without any permission bits can't be opened, not even by root.
 *  - The size of a terminal is that of the real one; umockdev would answer for any unknown device.
 *  - With GESTURE_BED_OPENS=FILE, every open of a path in /dev/input appends "PATH FD" (or "PATH -ERRNO") to FILE.
 *
 * Built by contrib/testbed/build. It must come first: LD_PRELOAD=mockshim.so:libumockdev-preload.so.0 PROGRAM. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

static const char *root(void) { return getenv("UMOCKDEV_DIR"); }

static bool starts_with(const char *text, const char *prefix) { return strncmp(text, prefix, strlen(prefix)) == 0; }

static void *next(void **cache, const char *name)
{
	if (!*cache)
		*cache = dlsym(RTLD_NEXT, name);
	return *cache;
}

/* ---- Nodes ------------------------------------------------------------------------------------------------------- */

/* Writes the name below /dev of the mocked node behind `fd`, with "_" for "/", as umockdev names its number links. */
static bool node_name(int fd, char name[PATH_MAX])
{
	const char *dir = root();
	char link[64], target[PATH_MAX];
	ssize_t length;

	if (!dir)
		return false;
	snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
	length = syscall(SYS_readlink, link, target, sizeof target - 1);
	if (length <= 0)
		return false;
	target[length] = 0;
	if (!starts_with(target, dir) || !starts_with(target + strlen(dir), "/dev/"))
		return false;
	strcpy(name, target + strlen(dir) + strlen("/dev/"));
	for (char *p = name; *p; p++)
		if (*p == '/')
			*p = '_';
	return true;
}

static void give_mocked_number(int fd, struct stat *st)
{
	char name[PATH_MAX], link[PATH_MAX + 64], numbers[64];
	unsigned major_number, minor_number;
	ssize_t length;
	int saved = errno;

	if (S_ISFIFO(st->st_mode) && node_name(fd, name)) {
		snprintf(link, sizeof link, "%s/dev/.node/%s", root(), name);
		length = syscall(SYS_readlink, link, numbers, sizeof numbers - 1);
		numbers[length > 0 ? length : 0] = 0;
		if (sscanf(numbers, "%u:%u", &major_number, &minor_number) == 2) {
			st->st_rdev = makedev(major_number, minor_number);
			st->st_mode = (st->st_mode & 07777) | S_IFCHR;
		}
	}
	errno = saved;
}

int fstat(int fd, struct stat *st)
{
	static void *cache;
	int (*real)(int, struct stat *) = next(&cache, "fstat");
	int result = real(fd, st);

	if (result == 0)
		give_mocked_number(fd, st);
	return result;
}

int fstat64(int fd, struct stat64 *st)
{
	static void *cache;
	int (*real)(int, struct stat64 *) = next(&cache, "fstat64");
	int result = real(fd, st);

	_Static_assert(sizeof(struct stat) == sizeof(struct stat64), "the testbed needs a 64-bit system");
	if (result == 0)
		give_mocked_number(fd, (struct stat *)st);
	return result;
}

ssize_t read(int fd, void *buffer, size_t size)
{
	static void *cache;
	ssize_t (*real)(int, void *, size_t) = next(&cache, "read");
	ssize_t result = real(fd, buffer, size);
	char name[PATH_MAX];

	if (result == 0 && size > 0 && node_name(fd, name) && starts_with(name, "input_")) {
		errno = ENODEV;
		return -1;
	}
	return result;
}

/* ---- Terminals --------------------------------------------------------------------------------------------------- */

int ioctl(int fd, unsigned long request, ...)
{
	static void *cache;
	int (*real)(int, unsigned long, void *) = next(&cache, "ioctl");
	va_list arguments;
	void *argument;

	va_start(arguments, request);
	argument = va_arg(arguments, void *);
	va_end(arguments);
	return request == TIOCGWINSZ ? syscall(SYS_ioctl, fd, request, argument) : real(fd, request, argument);
}

/* ---- Paths ------------------------------------------------------------------------------------------------------- */

static bool is_node(const char *path) { return path && starts_with(path, "/dev/input/"); }

static bool is_mocked(const char *path)
{
	return starts_with(path, "/run/udev") || starts_with(path, "/run/systemd/seats/") || starts_with(path, "/etc/udev/") ||
	       starts_with(path, "/lib/udev/") || starts_with(path, "/usr/lib/udev/") ||
	       starts_with(path, "/usr/local/lib/udev/");
}

static const char *in_testbed(const char *path, char buffer[PATH_MAX])
{
	if (!path || !root() || !is_mocked(path))
		return path;
	snprintf(buffer, PATH_MAX, "%s%s", root(), path);
	return buffer;
}

static bool is_denied(const char *path)
{
	char mocked[PATH_MAX];
	struct stat st;

	if (!is_node(path) || !root())
		return false;
	snprintf(mocked, sizeof mocked, "%s%s", root(), path);
	return syscall(SYS_newfstatat, AT_FDCWD, mocked, &st, 0) == 0 && (st.st_mode & 0777) == 0;
}

static void note_open(const char *path, int result)
{
	const char *file = getenv("GESTURE_BED_OPENS");
	char line[PATH_MAX + 32];
	int saved = errno, length, fd;

	if (!file || !is_node(path))
		return;
	length = snprintf(line, sizeof line, "%s %d\n", path, result >= 0 ? result : -saved);
	fd = syscall(SYS_openat, AT_FDCWD, file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
	if (fd >= 0) {
		if (syscall(SYS_write, fd, line, length) < 0)
			perror("mockshim: GESTURE_BED_OPENS");
		syscall(SYS_close, fd);
	}
	errno = saved;
}

/* A reader that also held the write end of the FIFO would keep it alive and never see the unplug. */
static int flags_for(const char *path, int flags)
{
	return is_node(path) && (flags & O_ACCMODE) == O_RDWR ? (flags & ~O_ACCMODE) | O_RDONLY : flags;
}

static mode_t mode_of(int flags, va_list arguments)
{
	return flags & (O_CREAT | __O_TMPFILE) ? va_arg(arguments, mode_t) : 0;
}

/* One open function: the checks above around the next library's function of the same name. */
#define OPEN_BODY(name, type, ...)                                                     \
	static void *cache;                                                            \
	char buffer[PATH_MAX];                                                         \
	int (*real) type = next(&cache, name);                                         \
	int result = -1;                                                               \
	if (is_denied(path))                                                           \
		errno = EACCES;                                                        \
	else                                                                           \
		result = real(__VA_ARGS__);                                            \
	note_open(path, result);                                                       \
	return result;

#define OPEN(function)                                                                 \
	int function(const char *path, int flags, ...)                                 \
	{                                                                              \
		va_list arguments;                                                     \
		va_start(arguments, flags);                                            \
		mode_t mode = mode_of(flags, arguments);                               \
		va_end(arguments);                                                     \
		OPEN_BODY(#function, (const char *, int, ...), in_testbed(path, buffer), flags_for(path, flags), mode) \
	}
#define OPENAT(function)                                                               \
	int function(int directory, const char *path, int flags, ...)                  \
	{                                                                              \
		va_list arguments;                                                     \
		va_start(arguments, flags);                                            \
		mode_t mode = mode_of(flags, arguments);                               \
		va_end(arguments);                                                     \
		OPEN_BODY(#function, (int, const char *, int, ...), directory, in_testbed(path, buffer),               \
			  flags_for(path, flags), mode)                                \
	}
#define OPEN_2(function)                                                               \
	int function(const char *path, int flags)                                      \
	{                                                                              \
		OPEN_BODY(#function, (const char *, int), in_testbed(path, buffer), flags_for(path, flags)) \
	}

OPEN(open)
OPEN(open64)
OPENAT(openat)
OPENAT(openat64)
int __open_2(const char *path, int flags);
int __open64_2(const char *path, int flags);
OPEN_2(__open_2)
OPEN_2(__open64_2)

FILE *fopen(const char *path, const char *mode)
{
	static void *cache;
	char buffer[PATH_MAX];
	FILE *(*real)(const char *, const char *) = next(&cache, "fopen");

	return real(in_testbed(path, buffer), mode);
}

FILE *fopen64(const char *path, const char *mode)
{
	static void *cache;
	char buffer[PATH_MAX];
	FILE *(*real)(const char *, const char *) = next(&cache, "fopen64");

	return real(in_testbed(path, buffer), mode);
}

int access(const char *path, int mode)
{
	static void *cache;
	char buffer[PATH_MAX];
	int (*real)(const char *, int) = next(&cache, "access");

	if ((mode & (R_OK | W_OK)) && is_denied(path)) {
		errno = EACCES;
		return -1;
	}
	return real(in_testbed(path, buffer), mode);
}
