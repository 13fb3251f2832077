#ifndef CLINUX_PACKETS_H
#define CLINUX_PACKETS_H

#include <stddef.h>
#include <sys/types.h>

// Local sockets (unix(7)) that carry packets, and open files with them: close-on-exec, non-blocking. Each function returns -1 on
// failure, with errno set. `gb_local_accept` and `gb_local_peer` work for these sockets too.

/// socket, bind and listen: a socket of packets at `path`, to which every user may connect.
int gb_packets_listen(const char *path, int backlog);

/// socket and connect; EAGAIN if too many connections wait to be accepted.
int gb_packets_connect(const char *path);

/// sendmsg of one packet, with a copy of `passed` (SCM_RIGHTS) unless it is negative; never waits, no SIGPIPE.
ssize_t gb_packets_send(int fd, const void *bytes, size_t count, int passed);

/// recvmsg of one packet, without waiting. `passed` is set to a descriptor that came with it, which the caller then owns, or to -1; further
/// descriptors are closed. Returns 0 if the other end has closed; -1 with EMSGSIZE for a packet longer than `count`.
ssize_t gb_packets_receive(int fd, void *bytes, size_t count, int *passed);

/// ioctl with EVIOCREVOKE: after this no copy of this descriptor of an input device can read or change anything.
int gb_revoke(int device);

/// ioctl with EVIOCGVERSION: false if the device was unplugged, or the descriptor isn't of an input device.
int gb_is_input_device(int fd);

#endif
