// rmt: check --check none => unsafe
#include <assert.h>

int released;

static void release(int *at) {
  assert(*at != 7); //~ assertion
  released++;
}

int main(void) {
  int x __attribute__((cleanup(release))) = 1;
  x = 7;
  return x;
}
