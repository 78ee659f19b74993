// rmt: check => safe
// A line is written where it is if there is room for it.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  size_t room = 64;
  char *line = malloc(room), *before = line;
  if (!line)
    return 1;
  ssize_t n = getline(&line, &room, stdin);
  if (n >= 0 && n < 64 && room == 64) //=> (not natively) if (n >= 0 && room >= 64)
    assert(line == before);
  free(line);
  return 0;
}
