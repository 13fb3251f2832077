#define _GNU_SOURCE
#include "packets.h"

#include <errno.h>
#include <linux/input.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

// The most descriptors with which a packet may come unasked; all but the first are closed.
enum { GB_MOST_PASSED = 16 };

ssize_t gb_packets_send(int fd, const void *bytes, size_t count, int passed) {
  union {
    struct cmsghdr head;
    char room[CMSG_SPACE(sizeof(int))];
  } control = {0};
  struct iovec part = {.iov_base = (void *)bytes, .iov_len = count};
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  if (passed >= 0) {
    message.msg_control = control.room;
    message.msg_controllen = sizeof control.room;
    control.head = (struct cmsghdr){
        .cmsg_len = CMSG_LEN(sizeof passed), .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS};
    memcpy(CMSG_DATA(&control.head), &passed, sizeof passed);
  }
  return sendmsg(fd, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
}

ssize_t gb_packets_receive(int fd, void *bytes, size_t count, int *passed) {
  union {
    struct cmsghdr head;
    char room[CMSG_SPACE(GB_MOST_PASSED * sizeof(int))];
  } control;
  struct iovec part = {.iov_base = bytes, .iov_len = count};
  struct msghdr message = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.room, .msg_controllen = sizeof control.room};
  *passed = -1;
  ssize_t received = recvmsg(fd, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
  if (received < 0) return -1;
  for (struct cmsghdr *head = CMSG_FIRSTHDR(&message); head != NULL; head = CMSG_NXTHDR(&message, head)) {
    if (head->cmsg_level != SOL_SOCKET || head->cmsg_type != SCM_RIGHTS) continue;
    size_t number = (head->cmsg_len - CMSG_LEN(0)) / sizeof(int);
    for (size_t i = 0; i < number; i++) {
      int one;
      memcpy(&one, CMSG_DATA(head) + i * sizeof one, sizeof one);
      if (*passed < 0) {
        *passed = one;
      } else {
        close(one);
      }
    }
  }
  if ((message.msg_flags & MSG_TRUNC) == 0) return received;
  if (*passed >= 0) close(*passed);
  *passed = -1;
  errno = EMSGSIZE;
  return -1;
}

int gb_revoke(int device) { return ioctl(device, EVIOCREVOKE, NULL); }

int gb_is_input_device(int fd) {
  int version = 0;
  return ioctl(fd, EVIOCGVERSION, &version) == 0;
}
