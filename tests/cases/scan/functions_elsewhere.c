// rmt: scan
// In a table of functions that another file has, there are functions: what comes behind a call is looked at.
#include <stddef.h>

struct hooks {
  void *(*allocate)(size_t);
  void (*release)(void *);
};

extern struct hooks hooks;

static inline void *allocate(size_t size) { return hooks.allocate(size); }

int last(int value) {
  char *room = allocate(4);
  int numbers[4] = {0};
  if (!room) return -1;
  hooks.release(room);
  return value < 4 ? value : numbers[4]; //~ likely out of bounds
}
