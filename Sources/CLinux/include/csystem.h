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
#include "lastwords.h"
#include "packets.h"
#include "slots.h"
#include "sockets.h"

// System and library calls that Swift's Glibc module lacks. Every function is one system call or one library call: it
// returns what that call returns, and errno is set as that call sets it.

/// epoll_create1, close-on-exec.
int gb_epoll_create(void);

/// epoll_ctl with one of EPOLL_CTL_ADD, MOD, DEL; `key` comes back with every event of `fd`.
int gb_epoll_control(int epoll, int operation, int fd, uint32_t events, uint64_t key);

/// epoll_wait; a timeout of -1 waits for ever.
int gb_epoll_wait(int epoll, struct epoll_event *ready, int capacity, int timeout_ms);

/// timerfd_create on CLOCK_MONOTONIC, close-on-exec, non-blocking.
int gb_timerfd_create(void);

/// timerfd_settime, one shot at an absolute CLOCK_MONOTONIC time in microseconds; 0 disarms.
int gb_timerfd_arm(int fd, int64_t microseconds);

/// signalfd, close-on-exec, non-blocking; the caller has blocked the signals of `mask`.
int gb_signalfd_create(const sigset_t *mask);

/// pidfd_open (Linux 5.3), by number, because glibc wraps it only since 2.36.
int gb_pidfd_open(pid_t pid);

/// waitid(P_PIDFD) for an exited child, never waiting: its pid with `code` and `status` as in siginfo_t, 0 while it runs.
pid_t gb_wait_pidfd(int pidfd, int *code, int *status);

/// waitid(P_PID), otherwise as gb_wait_pidfd.
pid_t gb_wait_pid(pid_t pid, int *code, int *status);

/// posix_spawnattr_setflags with SETSID, SETSIGMASK and SETSIGDEF.
int gb_spawnattr_set_flags(posix_spawnattr_t *attributes);

/// posix_spawn_file_actions_addchdir_np (glibc 2.29).
int gb_spawn_add_chdir(posix_spawn_file_actions_t *actions, const char *folder);

/// posix_spawn_file_actions_addclosefrom_np (glibc 2.34).
int gb_spawn_add_closefrom(posix_spawn_file_actions_t *actions, int first);

/// openat with O_PATH, O_NOFOLLOW and O_CLOEXEC: the entry itself, not to be read, a link too. A folder that is mounted only
/// when it is needed is mounted; so it is two system calls for what is no folder.
int gb_open_entry(int folder, const char *name);

/// fstatfs: whether a file is one of proc(5).
int gb_is_of_process(int fd);

/// getxattr: whether a file has an access list (acl(5)) beside its permissions; -1 where it can't be asked.
int gb_has_access_list(const char *path);

/// memfd_create: an open file without a name, close-on-exec.
int gb_memory_file(void);

/// pipe2, close-on-exec, non-blocking.
int gb_pipe(int ends[2]);

/// fcntl with F_SETPIPE_SZ: how much a pipe holds before its writer must wait; the kernel rounds up to whole pages.
int gb_pipe_resize(int fd, int bytes);

/// ioctl with TIOCGWINSZ: the columns and rows of a terminal, 0 if it does not know them.
int gb_terminal_size(int fd, int *columns, int *rows);

/// environ, which Swift imports as an unsafe global variable.
char **gb_environment(void);

/// strerrordesc_np: "No such file or directory" in English, NULL for an unknown number.
const char *gb_error_text(int code);

/// strerrorname_np: "ENOENT", NULL for an unknown number.
const char *gb_error_name(int code);

/// sigabbrev_np: "TERM", NULL for an unknown number.
const char *gb_signal_name(int number);

/// The name by which `ps` and `top` tell this process from others of the same program; of a longer one the first 15 bytes.
void gb_name_process(const char *name);

/// Releases memory before a long wait: pages of the program's code, which are mapped again when they are needed. The first call also releases
/// pages of all libraries and freed allocations.
void gb_release_code(void);

#endif
