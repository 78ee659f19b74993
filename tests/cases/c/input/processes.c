// rmt: check => safe
// Each process is followed by itself, whatever number fork gives it.
#include <assert.h>
#include <unistd.h>

int main(void) {
  int x = 1, child = fork();
  if (child == 0) x = 2;
  assert(x == 1 || child == 0); //=> (not natively) assert(x == 1);
  return 0;
}
