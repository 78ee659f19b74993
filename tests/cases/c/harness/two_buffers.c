// rmt: check --entry copy --bound 4 => unsafe
#include <assert.h>

void copy(int *to, const int *from, unsigned n) {
  if (!to || !from || n < 1 || n > 1) return;
  int first = *from;
  to[0] = first + (first < 10);
  assert(*from == first); //~ assertion
}
