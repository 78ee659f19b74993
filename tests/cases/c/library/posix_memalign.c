// rmt: check => safe
// Blocks by posix_memalign, which says whether there is one.
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

int main(void) {
  int *p = NULL;
  void *q;
  assert(posix_memalign(&q, 3, 8) == EINVAL); //=> assert(posix_memalign(&q, 3, 8) != EINVAL);
  if (posix_memalign((void **)&p, 64, 4 * sizeof *p) != 0) //=> if (posix_memalign((void **)&p, 64, 4 * sizeof *p) == 0)
    return 0;
  p[3] = 7; //=> p[4] = 7;
  int seven = p[3];
  free(p); //=> ;
  if (posix_memalign(&q, sizeof(void *), 1) == ENOMEM)
    return 1;
  *(char *)q = 1;
  free(q); //=> free(q); free(q);
  return seven - 7;
}
