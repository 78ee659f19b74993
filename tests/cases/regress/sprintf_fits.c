// rmt: check => safe
// What sprintf writes fits, whatever the values.
#include <assert.h>
#include <stdio.h>

extern int nondet_int(void);

int main(void) {
  char text[12]; //=> char text[11];
  char name[4] = "abc";
  int value = nondet_int();
  int n = sprintf(text, "%d", -2147483647 - 1);
  assert(n == 11);
  sprintf(text, "<%s>", name); //=> sprintf(text, "<%s-------->", name);
  if (value >= 0 && value < 1000) {
    n = sprintf(text, "%s:%d", "abcdef", value); //=> n = sprintf(text, "%s:%d", "abcdef", value + 10000);
    assert(n <= 10);
  }
  return text[0] == 0;
}
