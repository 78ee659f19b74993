// rmt: check --check none => safe
// The last declared goes first, however the scope is left; what is returned is known before.
#include <assert.h>

int order;

static void note(int *at) { order = order * 10 + *at; }

static int leave(int how) {
  int one __attribute__((cleanup(note))) = 1;
  for (int i = 0; i < 2; i++) {
    int two __attribute__((__cleanup__(note))) = 2;
    if (how == 0) continue;
    if (how == 1) break;
    if (how == 2) goto out;
    return order;
  }
  order = order * 10 + 5;
out:
  order = order * 10 + 6;
  return 0;
}

int main(void) {
  leave(0);
  assert(order == 22561); //=> assert(order == 22156);
  order = 0;
  leave(1);
  assert(order == 2561);
  order = 0;
  leave(2);
  assert(order == 261);
  order = 0;
  assert(leave(3) == 0 && order == 21); //=> assert(leave(3) == 21);
}
