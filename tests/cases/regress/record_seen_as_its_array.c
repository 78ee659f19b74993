// rmt: check => safe
// Who steps through a record by less than its last array steps into that array: its bounds are those of the block.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
struct poly { int16_t c[256]; };
int nondet_int(void);

int main(void) {
  struct poly *p = malloc(sizeof *p);
  if (!p)
    return 1;
  int k = nondet_int();
  if (k < 0 || k > 255) //=> if (k < 0 || k > 256)
    k = 0;
  ((int16_t *)p)[k] = 1;
  int16_t *r = p->c;
  memset(r, 0, sizeof *p); //=> memset(r, 0, sizeof *p + 1);
  r[k] = 3;
  free(p);
  return 0;
}
