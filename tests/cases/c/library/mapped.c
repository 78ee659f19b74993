// rmt: check => safe
#define _GNU_SOURCE
#include <assert.h>
#include <sys/mman.h>

int main(void) {
  char *block = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (block == MAP_FAILED) return 1; //=> (not natively) if (block == 0) return 1;
  assert(block[4095] == 0); //=> (not natively) assert(block[4096] == 0);
  block[0] = 1;
  munmap(block, 4096);
  return 0;
}
