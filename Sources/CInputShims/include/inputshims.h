#ifndef INPUTSHIMS_H
#define INPUTSHIMS_H

struct libinput;

/* What a libinput context asks of and tells the program; must outlive the context. */
struct input_owner {
  void *self;
  /* A descriptor, or -errno. */
  int (*open)(void *self, const char *path, int flags);
  /* priority is libinput's; the message is whole and ends without a newline. */
  void (*log)(void *self, int priority, const char *message);
};

/* A context of libinput's path backend, or NULL. */
struct libinput *input_context_new(struct input_owner *owner);

/* From now on the descriptor has nothing to read, without ever ending. */
void input_silence(int fd);

#endif
