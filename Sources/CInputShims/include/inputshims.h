#ifndef INPUTSHIMS_H
#define INPUTSHIMS_H

struct libevdev;
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

/* Receives libevdev's complaints about a device; must outlive the device. */
struct input_complaints {
  void *self;
  /* The message ends without a newline. */
  void (*hear)(void *self, const char *message);
};

/* Sends libevdev's complaints about the device to `complaints` instead of printing them. */
void input_complaints_of(struct libevdev *device, struct input_complaints *complaints);

/* libevdev prints nothing by itself: what a device sends could fill standard error. */
void input_quiet(void);

/* After this the descriptor has nothing to read, without ever ending. */
void input_silence(int fd);

#endif
