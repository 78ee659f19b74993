// rmt: check --check deref,bounds,free,leak --bound 3 => safe-up-to-bound
// A stack as a linked list and a buffer on the heap: nothing is wrong with it, and each kind of mistake is found.
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

struct cell {
  int value;
  struct cell *below;
};

static struct cell *top;

static void push(int value) {
  struct cell *c = malloc(sizeof *c);
  if (!c) //=> invalid write: if (c == (void *)8)
    return;
  c->value = value;
  c->below = top; //=> invalid read: c->below = c + 1;
  top = c;
}

static int pop(void) {
  struct cell *c = top;
  int value = c->value;
  top = c->below; //=> invalid read: free(c); top = c->below;
  free(c); //=> memory is leaked: c = 0;
  return value;
}

int main(void) {
  char *buffer = malloc(4);
  if (!buffer)
    return 0;
  memset(buffer, 0, 4); //=> invalid write: memset(buffer, 0, 5);
  push(1);
  while (__VERIFIER_nondet_int())
    push(2);
  while (top) //=> invalid read: while (1)
    buffer[pop()] = 1; //=> invalid write: buffer[pop() * 4] = 1;
  free(buffer); //=> invalid free: free(buffer + 1);
  return 0; //=> invalid free: free(buffer); return 0;
}
