// rmt: check --int bits => safe
// Blocks whose addresses are looked at, as bit-vectors: none is taken at the start.
#include <assert.h>
#include <stdint.h>

static char pool[8];
static int used;

int main(void) {
  uintptr_t from = (uintptr_t)pool;
  uintptr_t at = (uintptr_t)&used;
  assert(at != from); //=>   assert(at < from);
  assert(from + 4 == (uintptr_t)&pool[4]);
  return used;
}
