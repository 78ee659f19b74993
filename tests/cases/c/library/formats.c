// rmt: check => safe
// How long a text becomes is known from its format.
#include <assert.h>
#include <stdio.h>

int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  char text[12]; //=> char text[11];
  int length = sprintf(text, "%d", n);
  assert(length >= 1 && length <= 11); //=> assert(length <= 10);
  assert(text[length] == 0);
  assert(snprintf(0, 0, "%04x|%5d", 10, 3) == 10); //=> assert(snprintf(0, 0, "%04x|%5d", 10, 3) == 9);
  assert(snprintf(0, 0, "abc%%%s", "de") == 6);
  assert(snprintf(text, 4, "%-6d%c", -12, n) == 7 && text[3] == 0);
  assert(snprintf(0, 0, "%+hhd %#x %#o %.3u", (signed char)44, 17, 8, 5u) == 16);
  char small[4];
  if (n >= -99 && n <= 999) assert(sprintf(small, "%d", n) == (n > 99 || n < -9 ? 3 : n > 9 || n < 0 ? 2 : 1)); //=> if (n >= -100) sprintf(small, "%d", n);
  assert(snprintf(0, 0, "%lu", 18446744073709551615ul) == 20); //=> assert(snprintf(0, 0, "%lu", 18446744073709551615ul) == 21);
  return 0;
}
