// rmt: check --entry each --bound 4 => safe
// A callback may refuse an element, and then the others are not seen.
#include <assert.h>
#include <stddef.h>

size_t each(const short *elements, size_t count, int (*visit)(int)) {
  size_t seen = 0;
  if (!elements || !visit) return 0; //=> if (!elements) return 0;
  while (seen < count && visit(elements[seen])) seen++;
  assert(seen <= count); //=> assert(seen < count);
  return seen;
}
