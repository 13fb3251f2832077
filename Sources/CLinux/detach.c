#define _GNU_SOURCE
#include "detach.h"

#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <unistd.h>

void gb_detach(void) {
  setsid();
  for (int number = 1; number < SIGRTMIN; number++) signal(number, SIG_DFL);
  int ignored[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE, SIGTSTP, SIGTTIN, SIGTTOU, SIGUSR1, SIGUSR2};
  for (size_t index = 0; index < sizeof ignored / sizeof *ignored; index++) signal(ignored[index], SIG_IGN);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  prctl(PR_SET_NAME, GB_GUARD);
  if (chdir("/") < 0) _exit(1);
}
