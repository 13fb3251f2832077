#define _GNU_SOURCE
#include "detach.h"

#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { GB_MOST_KEPT = 4 };

static void gb_keep_only(const int *descriptors, int count) {
  // Moves the descriptors to the lowest numbers in two steps, so that none overwrites another.
  int kept[GB_MOST_KEPT];
  for (int index = 0; index < count; index++) kept[index] = fcntl(descriptors[index], F_DUPFD_CLOEXEC, 10);
  for (int index = 0; index < count; index++) {
    if (kept[index] < 0 || dup3(kept[index], index, O_CLOEXEC) < 0) _exit(1);
  }
  if (syscall(SYS_close_range, count, ~0U, 0) < 0) {
    for (long fd = sysconf(_SC_OPEN_MAX) - 1; fd >= count; fd--) close((int)fd);
  }
}

void gb_detach(const int *descriptors, int count) {
  setsid();
  for (int number = 1; number < SIGRTMIN; number++) signal(number, SIG_DFL);
  int ignored[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE, SIGTSTP, SIGTTIN, SIGTTOU, SIGUSR1, SIGUSR2};
  for (size_t index = 0; index < sizeof ignored / sizeof *ignored; index++) signal(ignored[index], SIG_IGN);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  prctl(PR_SET_NAME, GB_GUARD);
  if (chdir("/") < 0) _exit(1);
  gb_keep_only(descriptors, count);
}
