#ifndef CLINUX_H
#define CLINUX_H

#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <sys/types.h>

#include "confine.h"
#include "keyboards.h"
#include "exitmessage.h"
#include "packets.h"
#include "slots.h"
#include "sockets.h"

// System and library calls that Swift's Glibc module lacks. Every function makes one system call or library call, unless its comment says
// otherwise; it returns the call's result, and errno is set by the call.

/// epoll_create1, close-on-exec.
int gb_epoll_create(void);

/// epoll_ctl with EPOLL_CTL_ADD, MOD or DEL; epoll_wait returns `key` with every event of `fd`.
int gb_epoll_control(int epoll, int operation, int fd, uint32_t events, uint64_t key);

/// epoll_wait; a timeout of -1 waits forever.
int gb_epoll_wait(int epoll, struct epoll_event *ready, int capacity, int timeout_ms);

/// timerfd_create on CLOCK_MONOTONIC, close-on-exec, non-blocking.
int gb_timerfd_create(void);

/// timerfd_settime: one shot at an absolute CLOCK_MONOTONIC time in microseconds; 0 disarms the timer.
int gb_timerfd_arm(int fd, int64_t microseconds);

/// signalfd, close-on-exec, non-blocking; the caller must block the signals of `mask`.
int gb_signalfd_create(const sigset_t *mask);

/// pidfd_open (Linux 5.3), by its number, because glibc has it only since 2.36.
int gb_pidfd_open(pid_t pid);

/// waitid(P_PIDFD) without waiting: the pid of an ended child, with `code` and `status` as in siginfo_t; 0 while the child runs.
pid_t gb_wait_pidfd(int pidfd, int *code, int *status);

/// waitid(P_PID), otherwise like gb_wait_pidfd.
pid_t gb_wait_pid(pid_t pid, int *code, int *status);

/// posix_spawnattr_setflags with SETSID, SETSIGMASK and SETSIGDEF.
int gb_spawnattr_set_flags(posix_spawnattr_t *attributes);

/// posix_spawn_file_actions_addchdir_np (glibc 2.29).
int gb_spawn_add_chdir(posix_spawn_file_actions_t *actions, const char *folder);

/// posix_spawn_file_actions_addclosefrom_np (glibc 2.34).
int gb_spawn_add_closefrom(posix_spawn_file_actions_t *actions, int first);

/// openat with O_PATH, O_NOFOLLOW and O_CLOEXEC: opens the entry itself, even a link, but not for reading. A folder that is mounted on
/// demand gets mounted; for that the function makes two system calls if the entry isn't a folder.
int gb_open_entry(int folder, const char *name);

/// fstatfs: whether a file is in proc(5).
int gb_is_of_process(int fd);

/// getxattr: whether a file has an access list (acl(5)) in addition to its permissions; -1 if that can't be determined.
int gb_has_access_list(const char *path);

/// memfd_create: an open file without a name, close-on-exec.
int gb_memory_file(void);

/// pipe2, close-on-exec, non-blocking.
int gb_pipe(int ends[2]);

/// fcntl with F_SETPIPE_SZ: sets how many bytes a pipe holds before its writer must wait; the kernel rounds up.
int gb_pipe_resize(int fd, int bytes);

/// ioctl with TIOCGWINSZ: the columns and rows of a terminal, 0 if the terminal doesn't know them.
int gb_terminal_size(int fd, int *columns, int *rows);

/// environ, which Swift imports as an unsafe global variable.
char **gb_environment(void);

/// strerrordesc_np: a text such as "No such file or directory", in English; NULL for an unknown number.
const char *gb_error_text(int code);

/// strerrorname_np: a name such as "ENOENT"; NULL for an unknown number.
const char *gb_error_name(int code);

/// sigabbrev_np: a name such as "TERM"; NULL for an unknown number.
const char *gb_signal_name(int number);

/// Sets the name by which `ps` and `top` distinguish this process from others of the same program; the kernel keeps 15 bytes.
void gb_name_process(const char *name);

/// Releases memory before a long wait: pages of the program's code, which are read again when they are needed. The first call also releases
/// pages of all libraries and freed allocations.
void gb_release_code(void);

#endif
