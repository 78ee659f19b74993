// rmt: check --check deref,free --malloc-never-fails => safe
#include <assert.h>
#include <stdlib.h>

int main(void) {
  int *p = malloc(2 * sizeof(int));
  p[0] = 10;
  p[1] = 11;
  int *q = realloc(p, 4 * sizeof(int)); //=> invalid write: int *q = realloc(p, 3 * sizeof(int));
  q[3] = 13;
  assert(q[0] == 10 && q[1] == 11); //=> invalid read: assert(p[0] == 10);
  free(q); //=> invalid free: free(p);
  return 0;
}
