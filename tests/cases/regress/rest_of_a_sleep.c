// rmt: check => unsafe (not natively)
// What is left of a sleep that ends early is told.
#include <assert.h>
#include <threads.h>
#include <time.h>

int main(void) {
  struct timespec wait = {1, 0}, rest = {7, 0};
  if (thrd_sleep(&wait, &rest) == -1)
    assert(rest.tv_sec == 7); //~ assertion
  return 0;
}
