// rmt: check --check deref => safe
#include <assert.h>

extern int table[];
struct hidden;
extern struct hidden root;

static int first(struct hidden *at) { return *(char *)at; }

int main(void) {
  table[5] = 7;
  assert(table[5] == 7); //=> (not natively) assert(table[5] == 8);
  return first(&root);
}
