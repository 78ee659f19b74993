// rmt: check => safe
// Blocks out of an array of bytes, each at a multiple of what its caller says: masks that are numbers only where they are called with.
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

static unsigned char pool[256];
static size_t used;

static void *take(size_t size, size_t align) {
  uintptr_t from = (uintptr_t)(pool + used);
  uintptr_t at = (from + align - 1) & ~(uintptr_t)(align - 1); //=>   uintptr_t at = (from + align) & ~(uintptr_t)(align - 2);
  size_t pad = at - from;
  if (used + pad + size > sizeof pool)
    return NULL;
  used += pad + size;
  return (void *)at;
}

int main(void) {
  int *number = take(sizeof *number, 4);
  char *text = take(3, 1);
  long *wide = take(sizeof *wide, 8);
  assert(number && text && wide);
  *number = 5;
  text[0] = text[1] = text[2] = 'x';
  *wide = 77;
  assert(*number == 5 && text[2] == 'x' && *wide == 77);
  assert(((uintptr_t)wide & 7) == 0); //=>   assert(((uintptr_t)wide & 8) == 0);
  return 0;
}
