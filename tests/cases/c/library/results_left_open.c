// rmt: check --check none --bound 5 => safe
// The sign of a comparison is known, not its size; likewise for classes of characters.
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
void __VERIFIER_assert(int);

int main(void) {
  __VERIFIER_assert(strcmp("b", "a") > 0);      //=> (not natively) __VERIFIER_assert(strcmp("b", "a") == 1);
  __VERIFIER_assert(memcmp("ac", "ad", 2) < 0);  //=> (not natively) __VERIFIER_assert(memcmp("ac", "ad", 2) == -1);
  __VERIFIER_assert(strncmp("abc", "abd", 2) == 0);
  __VERIFIER_assert((isdigit)('5') != 0);  //=> __VERIFIER_assert((isdigit)('5') == 1);
  __VERIFIER_assert((isdigit)('a') == 0);
  __VERIFIER_assert(rand() >= 0);  //=> (not natively) __VERIFIER_assert(rand() > 0);
  return 0;
}
