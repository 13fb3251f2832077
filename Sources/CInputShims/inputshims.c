#define _GNU_SOURCE
#include "inputshims.h"

#include <fcntl.h>
#include <libevdev/libevdev.h>
#include <libinput.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

static int open_restricted(const char *path, int flags, void *user_data) {
  const struct input_owner *owner = user_data;
  return owner->open(owner->self, path, flags);
}

static void close_restricted(int fd, void *user_data) {
  (void)user_data;
  close(fd);
}

static const struct libinput_interface interface = {open_restricted, close_restricted};

enum { MESSAGE_ROOM = 1024 };

/* The libraries hand over a va_list, which Swift can't take; a message too long for the buffer is cut. */
__attribute__((format(printf, 2, 0))) static int format_message(char *message, const char *format, va_list arguments) {
  if (vsnprintf(message, MESSAGE_ROOM, format, arguments) < 0) return 0;
  size_t length = strlen(message);
  while (length > 0 && message[length - 1] == '\n') message[--length] = '\0';
  /* Some messages have two lines; a log record has one. */
  for (char *p = message; (p = strchr(p, '\n')) != NULL;) *p = ' ';
  return 1;
}

__attribute__((format(printf, 3, 0))) static void log_message(
    struct libinput *libinput, enum libinput_log_priority priority, const char *format, va_list arguments) {
  const struct input_owner *owner = libinput_get_user_data(libinput);
  char message[MESSAGE_ROOM];
  if (owner != NULL && format_message(message, format, arguments)) owner->log(owner->self, (int)priority, message);
}

struct libinput *input_context_new(struct input_owner *owner) {
  struct libinput *libinput = libinput_path_create_context(&interface, owner);
  if (libinput != NULL) libinput_log_set_handler(libinput, log_message);
  return libinput;
}

__attribute__((format(printf, 7, 0))) static void hear_complaint(
    const struct libevdev *device, enum libevdev_log_priority priority, void *data, const char *file, int line,
    const char *function, const char *format, va_list arguments) {
  (void)device, (void)priority, (void)file, (void)line, (void)function;
  const struct input_complaints *complaints = data;
  char message[MESSAGE_ROOM];
  if (complaints != NULL && format_message(message, format, arguments)) complaints->hear(complaints->self, message);
}

void input_complaints_of(struct libevdev *device, struct input_complaints *complaints) {
  libevdev_set_device_log_function(device, hear_complaint, LIBEVDEV_LOG_ERROR, complaints);
}

void input_quiet(void) { libevdev_set_log_function(NULL, NULL); }

void input_silence(int fd) {
  int silence = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
  if (silence < 0) return;
  dup3(silence, fd, O_CLOEXEC);
  close(silence);
}
