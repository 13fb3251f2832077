#ifndef CLINUX_LASTWORDS_H
#define CLINUX_LASTWORDS_H

#include <stddef.h>

// Bytes that are sent on a connection when this process ends, however it ends: by another process, which shares the
// connection.

/// Starts the other process; returns this process's end of a line to it, or -1. When the line closes without a message, the other process
/// sends `bytes`, at most 1,024, on the socket `connection`.
int gb_exit_message_begin(int connection, const void *bytes, size_t count);

/// Cancels the sending. The connection stays open until the other side has read everything that this side has sent, at most for a second:
/// Wayland servers don't read data that arrives together with the end of a connection.
void gb_exit_message_end(int line);

#endif
