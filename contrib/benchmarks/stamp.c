// The command of the benchmarks: says first of all when it was started. `stamp FIFO WORD...` writes one line, CLOCK_MONOTONIC
// in nanoseconds and the words, to whoever reads the FIFO. Linked statically, so that nothing comes before `main` that
// takes long or differs from one system to another.
#include <fcntl.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

int main(int count, char **words) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  if (count < 3) return 2;
  char line[512];
  int length = snprintf(line, sizeof line, "%lld", (long long)now.tv_sec * 1000000000 + now.tv_nsec);
  for (int i = 2; i < count && length < (int)sizeof line; i++) {
    length += snprintf(line + length, sizeof line - length, " %s", words[i]);
  }
  if (length > (int)sizeof line - 1) length = sizeof line - 1;
  line[length++] = '\n';
  int fifo = open(words[1], O_WRONLY | O_APPEND | O_CLOEXEC);
  return fifo >= 0 && write(fifo, line, length) == length ? 0 : 1;
}
