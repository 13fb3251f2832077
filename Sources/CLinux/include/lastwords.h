#ifndef CLINUX_LASTWORDS_H
#define CLINUX_LASTWORDS_H

#include <stddef.h>

// Bytes that are sent on a connection once this process is gone, however it ends: by a process of its own, which shares the
// connection.

/// Starts that process; returns this one's end of the line to it, or -1. When the line ends without a word, that process sends
/// `bytes`, 1,024 at most, on the socket `connection`.
int gb_last_words_begin(int connection, const void *bytes, size_t count);

/// Nothing is to be sent any more. The connection stays until the other side has read all that this one has sent, at most for a second:
/// Wayland's servers don't read what comes with the end of a connection.
void gb_last_words_end(int line);

#endif
