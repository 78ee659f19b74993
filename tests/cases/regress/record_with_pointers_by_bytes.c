// rmt: check --check none => safe
// A record is copied whole, though some pointer into it goes by bytes.
#include <assert.h>
#include <stdlib.h>

struct row {
  short cells[8];
};
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  struct row *r = malloc(sizeof *r);
  unsigned k = __VERIFIER_nondet_uint() % 8, n = __VERIFIER_nondet_uint() % 4;
  if (!r)
    return 0;
  r->cells[k] = 7;
  char *byte = (char *)r + n;
  struct row copy = *r;
  assert(byte != 0 && copy.cells[k] == 7); //=> assert(copy.cells[k] != 7);
  free(r);
  return 0;
}
