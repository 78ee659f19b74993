// cover: --timeout 20 => unsafe
// Parts of conditions count by themselves; what no execution comes to is not covered, and a violation does not end the search.
#include <assert.h>
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

static int kind(int c, int d) {
  if (c > 3 && d < 5) return 1;
  if (c == 7 || d == 9) {
    puts("seven or nine");
    return c == 2 ? 2 : 3;
  }
  switch (c) { //- 1
    case 1:
    case 2:
      puts("one or two");
      return 4;
    case 5:
      return d < 5; //- line
    default:
      puts("other");
  }
  return 5;
}

int main(void) {
  int c = __VERIFIER_nondet_int(), d = __VERIFIER_nondet_int();
  if (c == 5 && d >= 5) d = 9;
  int k = kind(c, d);
  if (k == 6) puts("never"); //- 1
  assert(c != 1234);
  if (!(c != 4321)) puts("a number");
  while (d > 0 && d < 3) d--;
  puts("end");
  return 0;
}
