// rmt: check --check none => safe
// && and || evaluate their right side only where it counts; ?: one of its arms; the comma both.
#include <assert.h>

int calls;

int yes(void) { return ++calls; }

int main(void) {
  int a = 0 && yes();
  int b = 1 || yes();
  assert(calls == 0); //=> assertion: assert(calls == 1);
  int c = 1 && yes();
  int d = 0 || yes();
  assert(calls == 2 && !a && b && c && d);
  int e = calls > 1 ? (calls = 10, 5) : yes();
  assert(e == 5 && calls == 10);
  int f = calls ?: 7;
  assert(f == 10); //=> assertion: assert(f == 7);
  return 0;
}
