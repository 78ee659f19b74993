// rmt: check => safe
// A text that is made of strings and numbers is as long as they are, and has their characters.
#include <assert.h>
#include <stdio.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);
int calls;
const char *next(void) { calls++; return "xy"; }

int main(void) {
  char t[12];
  const char *w = "ab";
  int n = sprintf(t, "%s!", w);
  assert(n == 3); //=> assert(n == 2);
  assert(t[2] == '!' && t[3] == 0); //=> assert(t[2] == 0);
  assert(snprintf(t, 4, "%s-%s", w, next()) == 5 && calls == 1); //=> assert(calls == 2);
  assert(strcmp(t, "ab-") == 0); //=> assert(strcmp(t, "ab-x") == 0);
  int v = __VERIFIER_nondet_int();
  n = sprintf(t, "%d", v);
  if (v == -120) assert(strcmp(t, "-120") == 0); //=> if (v == -120) assert(strcmp(t, "-121") == 0);
  assert((t[0] == '-') == (v < 0) && t[n] == 0); //=> assert(t[0] != '-');
  return 0;
}
