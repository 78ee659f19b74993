// rmt: check --check none --bound 1 => unsafe
// Rounds that constants decide do not count.
#include <assert.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

int main(void) {
  char name[16];
  strncpy(name, "Ada", sizeof name - 1);
  assert(__VERIFIER_nondet_int() != 3); //~ assertion
}
