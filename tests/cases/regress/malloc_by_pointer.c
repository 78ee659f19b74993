// rmt: check => safe
// What `malloc` gives is a block of its own, whoever calls it.
#include <assert.h>
#include <stdlib.h>

struct hooks {
  void *(*allocate)(size_t);
  void (*deallocate)(void *);
};

static struct hooks hooks = {malloc, free};

int main(void) {
  struct hooks own = hooks;
  int *p = own.allocate(sizeof *p);
  int *q = own.allocate(sizeof *q);
  if (p && q) {
    *p = 1;
    *q = 2;
    assert(*p == 1); //=> assert(*p == 2);
    assert(own.allocate == malloc);
  }
  own.deallocate(p); //=> own.deallocate(q);
  own.deallocate(q);
  return 0;
}
