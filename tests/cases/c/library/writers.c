// rmt: check --bound 5 --check deref => safe
// Functions that write: any bytes, within what they are given.
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
void __VERIFIER_assert(int);

int main(void) {
  char buffer[8] = "1234567", *end;
  int kept = 7;
  int n = snprintf(buffer, 6, "%d", kept);
  __VERIFIER_assert(n >= 0);  //=> (not natively) __VERIFIER_assert(n > 1);
  if (n >= 5) __VERIFIER_assert(buffer[5] == 0);  //=> (not natively) __VERIFIER_assert(buffer[5] == 0);
  __VERIFIER_assert(buffer[6] == '7');  //=> (not natively) __VERIFIER_assert(buffer[6] == '6');
  long got = read(0, buffer, 7);
  __VERIFIER_assert(got <= 7);  //=> (not natively) __VERIFIER_assert(got <= 6);
  if (got > 0) __VERIFIER_assert(buffer[7] == 0);
  if (fgets(buffer, 8, stdin)) __VERIFIER_assert(buffer[3] != 'x' || buffer[7] == 0 || kept);
  sprintf(buffer, "%d", 3);
  time_t now;
  __VERIFIER_assert(time(&now) == now);  //=> (not natively) __VERIFIER_assert(time(&now) == 0);
  __VERIFIER_assert(strtol("-12x", &end, 10) == -12 && *end == 'x');  //=> __VERIFIER_assert(strtol("-12x", &end, 10) == -12 && *end == '2');
  __VERIFIER_assert(strtoul("0x1f", 0, 0) == 31 && strtol("", 0, 0) == 0);  //=> __VERIFIER_assert(strtoul("0x1f", 0, 0) == 15);
  return 0;
}
