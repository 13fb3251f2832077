#define _GNU_SOURCE
#include "sockets.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "packets.h"

size_t gb_local_path_limit(void) { return sizeof(((struct sockaddr_un *)0)->sun_path) - 1; }

static int gb_local_address(const char *path, int type, struct sockaddr_un *address) {
  *address = (struct sockaddr_un){.sun_family = AF_UNIX};
  if (strlen(path) > gb_local_path_limit()) {
    errno = ENAMETOOLONG;
    return -1;
  }
  strcpy(address->sun_path, path);
  return socket(AF_UNIX, type | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
}

static int gb_closed(int fd) {
  int code = errno;
  close(fd);
  errno = code;
  return -1;
}

int gb_local_listen(const char *path, int backlog) {
  struct sockaddr_un address;
  int fd = gb_local_address(path, SOCK_STREAM, &address);
  if (fd < 0) return -1;
  // The socket file gets the mode of the socket. The process's umask stays unchanged, because other threads create files with it.
  if (fchmod(fd, 0600) < 0 || bind(fd, (struct sockaddr *)&address, sizeof address) < 0 || listen(fd, backlog) < 0)
    return gb_closed(fd);
  return fd;
}

int gb_packets_listen(const char *path, int backlog) {
  struct sockaddr_un address;
  int fd = gb_local_address(path, SOCK_SEQPACKET, &address);
  if (fd < 0) return -1;
  if (bind(fd, (struct sockaddr *)&address, sizeof address) < 0 || chmod(path, 0666) < 0 || listen(fd, backlog) < 0)
    return gb_closed(fd);
  return fd;
}

static int gb_connect(const char *path, int type) {
  struct sockaddr_un address;
  int fd = gb_local_address(path, type, &address);
  if (fd < 0) return -1;
  return connect(fd, (struct sockaddr *)&address, sizeof address) < 0 ? gb_closed(fd) : fd;
}

int gb_local_connect(const char *path) { return gb_connect(path, SOCK_STREAM); }

int gb_packets_connect(const char *path) { return gb_connect(path, SOCK_SEQPACKET); }

// An abstract name begins with a zero byte, and its length is part of the address.
static socklen_t gb_local_name(const char *name, struct sockaddr_un *address) {
  *address = (struct sockaddr_un){.sun_family = AF_UNIX};
  size_t length = strlen(name);
  if (length > gb_local_path_limit()) length = gb_local_path_limit();
  memcpy(address->sun_path + 1, name, length);
  return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + length);
}

int gb_local_claim(const char *name) {
  struct sockaddr_un address;
  socklen_t size = gb_local_name(name, &address);
  int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd < 0) return -1;
  return bind(fd, (struct sockaddr *)&address, size) < 0 || listen(fd, SOMAXCONN) < 0 ? gb_closed(fd) : fd;
}

int gb_local_visit(const char *name) {
  struct sockaddr_un address;
  socklen_t size = gb_local_name(name, &address);
  int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd < 0) return -1;
  return connect(fd, (struct sockaddr *)&address, size) < 0 ? gb_closed(fd) : fd;
}

int gb_local_accept(int fd) { return accept4(fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK); }

int gb_local_peer(int fd, uid_t *user, pid_t *process) {
  struct ucred peer = {0};
  socklen_t size = sizeof peer;
  int result = getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size);
  *user = peer.uid;
  *process = peer.pid;
  return result;
}

int gb_local_pair(int ends[2]) { return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends); }

ssize_t gb_local_send(int fd, const void *bytes, size_t count) {
  return send(fd, bytes, count, MSG_DONTWAIT | MSG_NOSIGNAL);
}

ssize_t gb_local_receive(int fd, void *bytes, size_t count) { return recv(fd, bytes, count, MSG_DONTWAIT); }

ssize_t gb_local_receive_files(int fd, void *bytes, size_t count, int *files, int *number) {
  union {
    struct cmsghdr head;
    char room[CMSG_SPACE(GB_MOST_FILES * sizeof(int))];
  } control;
  struct iovec part = {.iov_base = bytes, .iov_len = count};
  struct msghdr message = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.room, .msg_controllen = sizeof control.room};
  *number = 0;
  ssize_t result = recvmsg(fd, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
  if (result < 0) return result;
  for (struct cmsghdr *one = CMSG_FIRSTHDR(&message); one; one = CMSG_NXTHDR(&message, one)) {
    if (one->cmsg_level != SOL_SOCKET || one->cmsg_type != SCM_RIGHTS) continue;
    size_t length = one->cmsg_len - CMSG_LEN(0);
    memcpy(files + *number, CMSG_DATA(one), length);
    *number += (int)(length / sizeof(int));
  }
  return result;
}

int gb_local_resize(int fd, int bytes) { return setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes); }

int gb_lock(int fd) { return flock(fd, LOCK_EX | LOCK_NB); }
