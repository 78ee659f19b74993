// rmt: check --check none --bound 3 => unsafe
// goto forwards, backwards, and out of nested loops.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int tries = 0;
again:
  tries++;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      if (__VERIFIER_nondet_int() == i * j + 2)
        goto found;
  return 0;
found:
  if (tries < 3)
    goto again;
  assert(tries != 3); //~ assertion `tries != 3` failed
  return 0;
}
