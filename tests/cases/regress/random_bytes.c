// rmt: check => unsafe (not natively)
// What the system gives is written, whatever was there.
#include <assert.h>
#include <sys/random.h>

int main(void) {
  int number = 0;
  if (getrandom(&number, sizeof number, 0) < 0)
    return 1;
  assert(number == 0); //~ assertion
  return 0;
}
