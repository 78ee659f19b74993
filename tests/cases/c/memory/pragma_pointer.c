// rmt: check --check deref,bounds => safe (not natively)
// A text that CBMC is told not to check for accesses: a word is read whose last byte may lie behind the block.
#include <stdlib.h>

unsigned last(const unsigned *p) {
#pragma CPROVER check push
#pragma CPROVER check disable "pointer" //=> (not natively) #pragma CPROVER check disable "conversion"
  unsigned word = *p & 0xffffff;
#pragma CPROVER check pop
  return word;
}

int main(void) {
  unsigned char *p = malloc(3);
  if (!p)
    return 0;
  p[0] = p[1] = p[2] = 0;
  unsigned word = last((const unsigned *)p);
  free(p);
  return word != 0;
}
