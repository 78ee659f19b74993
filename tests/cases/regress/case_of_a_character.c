// rmt: check => safe
// What is made small or large is a character.
#include <ctype.h>

int __VERIFIER_nondet_int(void);

int main(void) {
  int c = __VERIFIER_nondet_int();
  if (c < 0 || c > 255) return 0; //=> (not natively) if (c < 0 || c > 300) return 0;
  return tolower(c) + toupper(c) < 0;
}
