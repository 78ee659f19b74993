// rmt: scan
// Which buffers callers have set is up to them; each block that is lost is a finding.
#include <setjmp.h>
#include <stdlib.h>

static jmp_buf handler;

void die(int code) { longjmp(handler, code); }

void *allocate(size_t size) {
  void *made = malloc(size);
  if (!made) die(1);
  return made;
}

int guarded(int a, int b) {
  if (setjmp(handler)) return -1;
  if (b == 0) die(2);
  return a / b;
}

int first(int value) {
  char *room = malloc(4); //~ likely memory is leaked
  if (!room) return -1;
  if (value > 3) return -2;
  free(room);
  return 0;
}

int second(int value) {
  char *room = malloc(8); //~ likely memory is leaked
  if (!room) return -1;
  if (value == 3) return -2;
  free(room);
  return 0;
}
