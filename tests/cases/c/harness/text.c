// rmt: check --entry squeeze => safe
// A text is null or ends somewhere.
#include <assert.h>

unsigned squeeze(char *text) {
  unsigned to = 0;
  if (!text) return 0; //=> if (0) return 0;
  for (unsigned from = 0; text[from]; from++)
    if (text[from] != ' ') text[to++] = text[from]; //=> text[to++] = text[from + 1 + from];
  text[to] = 0;
  return to;
}
