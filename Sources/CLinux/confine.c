#define _GNU_SOURCE
#include "confine.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// Kernel constants from linux/landlock.h, which older headers lack.
#define GB_LANDLOCK_CREATE 444
#define GB_LANDLOCK_ADD 445
#define GB_LANDLOCK_RESTRICT 446
#define GB_LANDLOCK_VERSION 1
#define GB_LANDLOCK_BELOW 1

#define GB_RIGHT(number) (UINT64_C(1) << (number))
enum { GB_LAST_RIGHT = 12, GB_REFER, GB_TRUNCATE, GB_DEVICE_CALLS };
// Binding and connecting TCP sockets; connecting to abstract sockets, and signalling processes outside.
#define GB_ALL_OF_NETWORK 3
#define GB_ALL_SCOPES 3

struct gb_rules {
  uint64_t files, network, scopes;
};

// All file rights that this version of Landlock knows.
static uint64_t gb_known_rights(int version) {
  int last = version >= 5 ? GB_DEVICE_CALLS : version >= 3 ? GB_TRUNCATE : version >= 2 ? GB_REFER : GB_LAST_RIGHT;
  return GB_RIGHT(last + 1) - 1;
}

int gb_confine_files(void) {
  int version = (int)syscall(GB_LANDLOCK_CREATE, NULL, (size_t)0, GB_LANDLOCK_VERSION);
  if (version < 0) return errno == ENOSYS || errno == EOPNOTSUPP ? 0 : -1;
  // The kernel accepts a larger struct than it knows if the extra part is 0.
  struct gb_rules wanted = {.files = gb_known_rights(version)};
  if (version >= 4) wanted.network = GB_ALL_OF_NETWORK;
  if (version >= 6) wanted.scopes = GB_ALL_SCOPES;
  int rules = (int)syscall(GB_LANDLOCK_CREATE, &wanted, sizeof wanted, 0);
  if (rules < 0) return -1;
  int result = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  if (result == 0) result = (int)syscall(GB_LANDLOCK_RESTRICT, rules, 0);
  int reason = errno;
  close(rules);
  errno = reason;
  return result < 0 ? -1 : version;
}

#if defined(__x86_64__)
#define GB_MACHINE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define GB_MACHINE AUDIT_ARCH_AARCH64
#endif

#ifndef GB_MACHINE

int gb_confine_calls(void) {
  return 0;
}

#else

// Calls that are always refused with EPERM, so that a caller learns that it may not use them; numbers are calls without a name in older
// headers.
static const int gb_refused[] = {
    SYS_execve, SYS_execveat, SYS_bind, SYS_listen, SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_kill,
    SYS_memfd_create, SYS_setns, SYS_unshare, SYS_mount, SYS_umount2, SYS_chroot,
    SYS_pivot_root, SYS_bpf, SYS_perf_event_open, SYS_userfaultfd, SYS_keyctl, SYS_add_key, SYS_request_key,
    SYS_open_by_handle_at, SYS_personality, SYS_setuid, SYS_setgid, SYS_setresuid, SYS_setresgid, SYS_init_module,
    SYS_finit_module, SYS_kexec_load, SYS_reboot,
    SYS_socket, SYS_connect, SYS_tkill, SYS_rt_sigqueueinfo, SYS_rt_tgsigqueueinfo,
    424, 434, 438,  // pidfd_send_signal, pidfd_open, pidfd_getfd
    425, 426, 427,  // io_uring_setup, io_uring_enter, io_uring_register
};

// Calls that the studio's server and its libraries need after setup. Some exist on one kind of processor only.
static const int gb_allowed[] = {
    // Descriptors
    SYS_read, SYS_write, SYS_readv, SYS_writev, SYS_pread64, SYS_pwrite64, SYS_close, 436 /* close_range */, SYS_dup, SYS_dup3,
    SYS_pipe2, SYS_lseek,
    // Files, as far as Landlock allows
    SYS_openat, 437 /* openat2 */, SYS_statx, SYS_fstat, SYS_newfstatat, SYS_faccessat, 439 /* faccessat2 */, SYS_readlinkat,
    SYS_getdents64, SYS_getcwd, SYS_statfs, SYS_fstatfs,
    // Waiting
    SYS_ppoll, SYS_pselect6, SYS_epoll_create1, SYS_epoll_ctl, SYS_epoll_pwait, 441 /* epoll_pwait2 */, SYS_eventfd2,
    SYS_timerfd_create, SYS_timerfd_settime, SYS_timerfd_gettime, SYS_signalfd4, SYS_nanosleep, SYS_clock_nanosleep, SYS_restart_syscall,
    // Memory
    SYS_munmap, SYS_mremap, SYS_madvise, SYS_brk, SYS_msync, SYS_mincore, SYS_membarrier,
    // Open sockets, and pairs
    SYS_socketpair, SYS_accept, SYS_accept4, SYS_sendto, SYS_sendmsg, SYS_recvfrom, SYS_recvmsg, SYS_shutdown,
    SYS_getsockopt, SYS_setsockopt, SYS_getsockname, SYS_getpeername,
    // The process
    SYS_exit, SYS_exit_group, SYS_getpid, SYS_gettid, SYS_getppid, SYS_getuid, SYS_geteuid,
    SYS_getgid, SYS_getegid, SYS_getresuid, SYS_getresgid, SYS_getgroups, SYS_getpgid, SYS_getsid,
    SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_rt_sigtimedwait, SYS_rt_sigpending, SYS_rt_sigsuspend,
    SYS_sigaltstack, SYS_prctl,
    // Threads and time
    SYS_futex, SYS_set_robust_list, SYS_get_robust_list, SYS_set_tid_address, 334 /* rseq, on x86 */, 293 /* rseq, on ARM */,
    SYS_sched_yield, SYS_sched_getaffinity, SYS_sched_getparam, SYS_sched_getscheduler, SYS_clock_gettime, SYS_clock_getres,
    SYS_gettimeofday, SYS_times,
    // Facts about the machine
    SYS_getrandom, SYS_uname, SYS_sysinfo, SYS_getrusage, SYS_getrlimit, SYS_getcpu,
#if defined(__x86_64__)
    SYS_open, SYS_stat, SYS_lstat, SYS_access, SYS_readlink, SYS_poll, SYS_select, SYS_epoll_wait, SYS_pipe,
    SYS_dup2, SYS_getpgrp, SYS_time, SYS_arch_prctl, SYS_alarm, SYS_pause,
#endif
};

// Calls that are allowed only if an argument has none of these bits. The kernel ignores the upper half of the argument in all
// these calls.
static const struct gb_checked {
  int call, argument;
  uint32_t bits;
} gb_checked[] = {
    {SYS_mmap, 2, PROT_EXEC},
    {SYS_mprotect, 2, PROT_EXEC},
    // Namespaces, in which a process may have more rights.
    {SYS_clone, 0, (uint32_t)(CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID |
                              CLONE_NEWNET)},
};

// Requests for typing or pasting on a terminal, and for sending signals to another process when something can be read.
static const uint32_t gb_refused_requests[] = {TIOCSTI, 0x541C /* TIOCLINUX */, FIOSETOWN, SIOCSPGRP};
static const uint32_t gb_refused_commands[] = {F_SETOWN, F_SETOWN_EX};

#define GB_COUNT(array) (sizeof(array) / sizeof *(array))
#define GB_ARGUMENT(number) ((uint32_t)(offsetof(struct seccomp_data, args) + 8 * (size_t)(number)))
#define GB_FAIL(code) (SECCOMP_RET_ERRNO | (code))

struct gb_filter {
  struct sock_filter list[512];
  unsigned short count;
};

static void gb_put(struct gb_filter *filter, uint16_t code, uint32_t value, uint8_t if_true, uint8_t if_false) {
  filter->list[filter->count++] = (struct sock_filter){.code = code, .jt = if_true, .jf = if_false, .k = value};
}

static void gb_load(struct gb_filter *filter, size_t place) {
  gb_put(filter, BPF_LD | BPF_W | BPF_ABS, (uint32_t)place, 0, 0);
}

static void gb_return(struct gb_filter *filter, uint32_t answer) { gb_put(filter, BPF_RET | BPF_K, answer, 0, 0); }

// Makes the filter return `answer` if the loaded value equals `value`.
static void gb_answer(struct gb_filter *filter, uint32_t value, uint32_t answer) {
  gb_put(filter, BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1);
  gb_return(filter, answer);
}

static void gb_answer_all(struct gb_filter *filter, const int *calls, size_t count, uint32_t answer) {
  for (size_t index = 0; index < count; index++) gb_answer(filter, (uint32_t)calls[index], answer);
}

// Allows the call only if its argument has this value.
static void gb_allow_only(struct gb_filter *filter, int call, int argument, uint32_t value) {
  gb_put(filter, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, 4);
  gb_load(filter, GB_ARGUMENT(argument));
  gb_answer(filter, value, SECCOMP_RET_ALLOW);
  gb_return(filter, GB_FAIL(EPERM));
}

// Allows the call unless its argument has one of these values.
static void gb_allow_except(struct gb_filter *filter, int call, int argument, const uint32_t *values, size_t count) {
  gb_put(filter, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, (uint8_t)(2 * count + 2));
  gb_load(filter, GB_ARGUMENT(argument));
  for (size_t index = 0; index < count; index++) gb_answer(filter, values[index], GB_FAIL(EPERM));
  gb_return(filter, SECCOMP_RET_ALLOW);
}

static void gb_make(struct gb_filter *filter) {
  gb_load(filter, offsetof(struct seccomp_data, arch));
  gb_put(filter, BPF_JMP | BPF_JEQ | BPF_K, GB_MACHINE, 1, 0);
  gb_return(filter, GB_FAIL(ENOSYS));
  gb_load(filter, offsetof(struct seccomp_data, nr));
  gb_answer_all(filter, gb_allowed, GB_COUNT(gb_allowed), SECCOMP_RET_ALLOW);
  gb_answer_all(filter, gb_refused, GB_COUNT(gb_refused), GB_FAIL(EPERM));
  // Signals to its own threads, as in abort(3), and its own limits: pid 0.
  gb_allow_only(filter, SYS_tgkill, 0, (uint32_t)getpid());
  gb_allow_only(filter, SYS_prlimit64, 0, 0);
  gb_allow_except(filter, SYS_fcntl, 1, gb_refused_commands, GB_COUNT(gb_refused_commands));
  gb_allow_except(filter, SYS_ioctl, 1, gb_refused_requests, GB_COUNT(gb_refused_requests));
  for (size_t index = 0; index < GB_COUNT(gb_checked); index++) {
    gb_put(filter, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)gb_checked[index].call, 0, 4);
    gb_load(filter, GB_ARGUMENT(gb_checked[index].argument));
    gb_put(filter, BPF_JMP | BPF_JSET | BPF_K, gb_checked[index].bits, 0, 1);
    gb_return(filter, GB_FAIL(EPERM));
    gb_return(filter, SECCOMP_RET_ALLOW);
  }
  gb_return(filter, GB_FAIL(ENOSYS));
}

int gb_confine_calls(void) {
  static struct gb_filter filter;
  filter.count = 0;
  gb_make(&filter);
  struct sock_fprog program = {.len = filter.count, .filter = filter.list};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0) return -1;
  // First tries to avoid the slow-down by which older kernels protect programs that run untrusted code.
  unsigned wanted[] = {SECCOMP_FILTER_FLAG_SPEC_ALLOW, 0};
  for (size_t index = 0; index < GB_COUNT(wanted); index++) {
    if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, wanted[index], &program) == 0) return 1;
  }
  return errno == ENOSYS || errno == EINVAL ? 0 : -1;
}

#endif

static int gb_is_refused(long result) { return result < 0 && errno == EPERM; }

// The attempts have no effect even if they are allowed: signal 0, limits that are only read, a socket to which nothing is sent.
static int gb_try_on_others(void) {
  pid_t other = getppid();
  int refused = 0, sockets[2];
  struct rlimit limit;
  if (gb_is_refused(syscall(SYS_tgkill, other, other, 0)) && gb_is_refused(syscall(434 /* pidfd_open */, other, 0)) &&
      gb_is_refused(syscall(424 /* pidfd_send_signal */, -1, 0, NULL, 0)) &&
      socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) == 0 &&
      gb_is_refused(fcntl(sockets[0], F_SETOWN, other)) && gb_is_refused(ioctl(sockets[0], FIOSETOWN, &other)))
    refused |= GB_SIGNALLING_IS_REFUSED;
  if (gb_is_refused(syscall(SYS_prlimit64, other, RLIMIT_NOFILE, NULL, &limit))) refused |= GB_LIMITING_IS_REFUSED;
  if (syscall(SYS_tgkill, getpid(), getpid(), 0) == 0 && syscall(SYS_prlimit64, 0, RLIMIT_NOFILE, NULL, &limit) == 0)
    refused |= GB_ITSELF_IS_ALLOWED;
  return refused;
}

static int gb_try_all(void) {
  if (gb_confine_files() < 0 || gb_confine_calls() < 0) return 0;
  int refused = gb_try_on_others();
  if (open("/", O_RDONLY | O_CLOEXEC) < 0 && errno == EACCES) refused |= GB_OPENING_IS_REFUSED;
  if (gb_is_refused(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0))) refused |= GB_CONNECTING_IS_REFUSED;
  // If execve succeeded, this process would end with status 0, as if nothing had been refused.
  char *words[] = {"true", NULL}, *none[] = {NULL};
  if (execve("/bin/true", words, none) < 0 && (errno == EPERM || errno == EACCES)) refused |= GB_STARTING_IS_REFUSED;
  return refused;
}

int gb_confinement_probe(void) {
  pid_t child = fork();
  if (child < 0) return -1;
  if (child == 0) _exit(gb_try_all());
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return -1;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 0;
}
