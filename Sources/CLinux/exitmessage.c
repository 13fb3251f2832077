#define _GNU_SOURCE
#include "exitmessage.h"

#include <errno.h>
#include <linux/sockios.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "detach.h"

enum { GB_LONGEST_MESSAGE = 1024, GB_LOOK_MS = 10, GB_LOOKS_AT_MOST = 100 };

static void gb_wait_and_send(const char *message, size_t count) {
  char byte;
  ssize_t received;
  do received = read(0, &byte, 1);
  while (received < 0 && errno == EINTR);
  if (received == 0) send(1, message, count, MSG_NOSIGNAL | MSG_DONTWAIT);
  int unread = 1;
  for (int look = 0; look < GB_LOOKS_AT_MOST && unread > 0; look++) {
    poll(NULL, 0, GB_LOOK_MS);
    if (ioctl(1, SIOCOUTQ, &unread) < 0) break;
  }
  // The receiver has read the bytes; this gives it time to act on them.
  poll(NULL, 0, GB_LOOK_MS);
  _exit(0);
}

int gb_exit_message_begin(int connection, const void *bytes, size_t count) {
  char message[GB_LONGEST_MESSAGE];
  int ends[2];
  if (count > sizeof message) return errno = EINVAL, -1;
  memcpy(message, bytes, count);
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) < 0) return -1;
  pid_t child = fork();
  if (child == 0) {
    // The process is a grandchild, so no process has to wait for its end.
    pid_t own = fork();
    if (own != 0) _exit(own < 0);
    close(ends[1]);
    gb_detach((int[]){ends[0], connection}, 2);
    gb_wait_and_send(message, count);
  }
  close(ends[0]);
  int status = 0;
  while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {}
  if (child > 0 && status == 0) return ends[1];
  if (child > 0) errno = EAGAIN;
  close(ends[1]);
  return -1;
}

void gb_exit_message_end(int line) { send(line, "", 1, MSG_NOSIGNAL | MSG_DONTWAIT); }
