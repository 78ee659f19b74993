// rmt: check => safe
// aligned_alloc aligns blocks to what it is told.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
  void *block = aligned_alloc(64, 128);
  if (block) assert((uintptr_t)block % 64 == 0); //=> if (block) assert((uintptr_t)block % 128 == 0);
  free(block);
  return 0;
}
