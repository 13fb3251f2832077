#ifndef CLINUX_SOCKETS_H
#define CLINUX_SOCKETS_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// Local sockets (unix(7)): streams, close-on-exec, non-blocking. Each function returns -1 on failure, with errno set.

/// The longest path of a local socket, in bytes.
size_t gb_local_path_limit(void);

/// socket, bind and listen: a socket at `path` to which only its owner may connect, from its creation.
int gb_local_listen(const char *path, int backlog);

/// socket and connect; EAGAIN if too many connections wait to be accepted.
int gb_local_connect(const char *path);

/// socket, bind and listen: a socket with an abstract name, which is free again when no process has it; EADDRINUSE
/// if it is taken. Connections need not be accepted: each side knows the other's credentials at once.
int gb_local_claim(const char *name);

/// socket and connect: connects to the process that has claimed this name.
int gb_local_visit(const char *name);

/// accept4.
int gb_local_accept(int fd);

/// getsockopt with SO_PEERCRED: the user and the process at the other end.
int gb_local_peer(int fd, uid_t *user, pid_t *process);

/// socketpair: two connected ends.
int gb_local_pair(int ends[2]);

/// send, without waiting and without SIGPIPE.
ssize_t gb_local_send(int fd, const void *bytes, size_t count);

/// recv, without waiting.
ssize_t gb_local_receive(int fd, void *bytes, size_t count);

/// The most descriptors that can come with one message.
enum { GB_MOST_FILES = 28 };

/// recvmsg, without waiting. `files` gets the descriptors that came along, close-on-exec, which the caller then owns, and
/// `number` their number; it has room for GB_MOST_FILES, and the kernel closes others.
ssize_t gb_local_receive_files(int fd, void *bytes, size_t count, int *files, int *number);

/// setsockopt with SO_SNDBUF: sets how many sent bytes may be unread.
int gb_local_resize(int fd, int bytes);

/// flock with LOCK_EX and LOCK_NB: EWOULDBLOCK if the lock is taken.
int gb_lock(int fd);

#endif
