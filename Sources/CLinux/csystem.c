#define _GNU_SOURCE
#include "csystem.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

// sys/wait.h has it only since glibc 2.36; the kernel's number never changes.
#define GB_P_PIDFD ((idtype_t)3)

int gb_epoll_create(void) { return epoll_create1(EPOLL_CLOEXEC); }

int gb_epoll_control(int epoll, int operation, int fd, uint32_t events, uint64_t key) {
  struct epoll_event event = {.events = events, .data.u64 = key};
  return epoll_ctl(epoll, operation, fd, &event);
}

int gb_epoll_wait(int epoll, struct epoll_event *ready, int capacity, int timeout_ms) {
  return epoll_wait(epoll, ready, capacity, timeout_ms);
}

int gb_timerfd_create(void) { return timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK); }

int gb_timerfd_arm(int fd, int64_t microseconds) {
  struct itimerspec at = {.it_value = {.tv_sec = microseconds / 1000000, .tv_nsec = microseconds % 1000000 * 1000}};
  return timerfd_settime(fd, TFD_TIMER_ABSTIME, &at, NULL);
}

int gb_signalfd_create(const sigset_t *mask) { return signalfd(-1, mask, SFD_CLOEXEC | SFD_NONBLOCK); }

int gb_pidfd_open(pid_t pid) { return (int)syscall(SYS_pidfd_open, pid, 0); }

static pid_t gb_wait(idtype_t type, id_t id, int *code, int *status) {
  siginfo_t info = {0};
  if (waitid(type, id, &info, WEXITED | WNOHANG) < 0) return -1;
  *code = info.si_code;
  *status = info.si_status;
  return info.si_pid;
}

pid_t gb_wait_pidfd(int pidfd, int *code, int *status) { return gb_wait(GB_P_PIDFD, (id_t)pidfd, code, status); }

pid_t gb_wait_pid(pid_t pid, int *code, int *status) { return gb_wait(P_PID, (id_t)pid, code, status); }

int gb_spawnattr_set_flags(posix_spawnattr_t *attributes) {
  return posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
}

int gb_spawn_add_chdir(posix_spawn_file_actions_t *actions, const char *folder) {
  return posix_spawn_file_actions_addchdir_np(actions, folder);
}

int gb_spawn_add_closefrom(posix_spawn_file_actions_t *actions, int first) {
  return posix_spawn_file_actions_addclosefrom_np(actions, first);
}

int gb_open_entry(int folder, const char *name) {
  int flags = O_PATH | O_NOFOLLOW | O_CLOEXEC;
  // With O_DIRECTORY the system mounts a folder that is mounted on demand.
  int opened = openat(folder, name, flags | O_DIRECTORY);
  return opened >= 0 || errno != ENOTDIR ? opened : openat(folder, name, flags);
}

int gb_is_of_process(int fd) {
  struct statfs system;
  return fstatfs(fd, &system) == 0 && system.f_type == PROC_SUPER_MAGIC;
}

int gb_has_access_list(const char *path) {
  ssize_t size = getxattr(path, "system.posix_acl_access", NULL, 0);
  if (size >= 0) return size > 0;
  return errno == ENODATA || errno == ENOTSUP ? 0 : -1;
}

int gb_memory_file(void) { return memfd_create("gesture-bridge", MFD_CLOEXEC); }

int gb_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC | O_NONBLOCK); }

int gb_pipe_resize(int fd, int bytes) { return fcntl(fd, F_SETPIPE_SZ, bytes); }

int gb_terminal_size(int fd, int *columns, int *rows) {
  struct winsize size = {0};
  int result = ioctl(fd, TIOCGWINSZ, &size);
  *columns = size.ws_col;
  *rows = size.ws_row;
  return result;
}

char **gb_environment(void) { return environ; }

void gb_name_process(const char *name) { prctl(PR_SET_NAME, name); }

const char *gb_error_text(int code) { return strerrordesc_np(code); }

const char *gb_error_name(int code) { return strerrorname_np(code); }

const char *gb_signal_name(int number) { return sigabbrev_np(number); }
