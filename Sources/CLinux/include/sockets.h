#ifndef CLINUX_SOCKETS_H
#define CLINUX_SOCKETS_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

// Local sockets (unix(7)): streams, close-on-exec, non-blocking. Each returns -1 on failure, with errno set.

/// The longest path of a local socket, in bytes.
size_t gb_local_path_limit(void);

/// socket, bind and listen: a socket at `path` to which only its owner may connect, from its creation on.
int gb_local_listen(const char *path, int backlog);

/// socket and connect; EAGAIN where too many wait to be accepted.
int gb_local_connect(const char *path);

/// socket, bind and listen: a socket whose name is in no folder, and is free again as soon as no process has it; EADDRINUSE
/// if it is taken. Visitors need not be accepted: their credentials are known to each side at once.
int gb_local_claim(const char *name);

/// socket and connect: to the process that has claimed this name.
int gb_local_visit(const char *name);

/// accept4.
int gb_local_accept(int fd);

/// getsockopt with SO_PEERCRED: the user and the process at the other end.
int gb_local_peer(int fd, uid_t *user, pid_t *process);

/// socketpair: two ends between which bytes go.
int gb_local_pair(int ends[2]);

/// send, without waiting and without SIGPIPE.
ssize_t gb_local_send(int fd, const void *bytes, size_t count);

/// recv, without waiting.
ssize_t gb_local_receive(int fd, void *bytes, size_t count);

/// The most descriptors that come at once.
enum { GB_MOST_FILES = 28 };

/// recvmsg, never waiting. `files` gets the descriptors that came along, which are the caller's now, close-on-exec, and
/// `number` how many; there is room for GB_MOST_FILES, and the kernel closes others.
ssize_t gb_local_receive_files(int fd, void *bytes, size_t count, int *files, int *number);

/// setsockopt with SO_SNDBUF: the number of bytes that may be on their way.
int gb_local_resize(int fd, int bytes);

/// flock with LOCK_EX and LOCK_NB: EWOULDBLOCK if the lock is taken.
int gb_lock(int fd);

#endif
