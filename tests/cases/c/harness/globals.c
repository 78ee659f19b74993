// rmt: check --entry step --havoc-globals => unsafe
#include <assert.h>

struct state { int level; struct state *next; };

static struct state *current;
static int rounds = 3;

void step(void) {
  if (current) current->level = 1;
  assert(!current || rounds == 3); //~ assertion
}
