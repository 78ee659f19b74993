// rmt: check => unsafe (not natively)
// What the environment says is unknown, though the same pointer may lead to a constant of the program.
#include <assert.h>
#include <stdlib.h>

int main(void) {
  const char *s = getenv("HOME");
  if (!s) s = "y";
  assert(s[0] != 'q'); //~ assertion
  return 0;
}
