#ifndef CLINUX_PACKETS_H
#define CLINUX_PACKETS_H

#include <stddef.h>
#include <sys/types.h>

// Local sockets (unix(7)) that carry packets, and open files with them: close-on-exec, non-blocking. Each returns -1 on
// failure, with errno set. `gb_local_accept` and `gb_local_peer` serve these sockets too.

/// socket, bind and listen: a socket of packets at `path`, to which every user may connect.
int gb_packets_listen(const char *path, int backlog);

/// socket and connect; EAGAIN where too many wait to be accepted.
int gb_packets_connect(const char *path);

/// sendmsg of one packet, with a copy of `passed` (SCM_RIGHTS) unless that is below 0; never waits, no SIGPIPE.
ssize_t gb_packets_send(int fd, const void *bytes, size_t count, int passed);

/// recvmsg of one packet, never waiting. `passed` is a descriptor that came with it and is the caller's now, else -1; more
/// than one are closed. 0 when the other end is gone, EMSGSIZE for a packet that is longer than `count`.
ssize_t gb_packets_receive(int fd, void *bytes, size_t count, int *passed);

/// ioctl with EVIOCREVOKE: no copy of this descriptor of an input device reads or changes anything any more.
int gb_revoke(int device);

/// ioctl with EVIOCGVERSION: fails once the device is unplugged, or where the descriptor is of no input device.
int gb_is_input_device(int fd);

#endif
