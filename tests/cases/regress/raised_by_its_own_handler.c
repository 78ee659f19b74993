// rmt: check => safe
// A signal is blocked while its handler runs, and comes when that has returned.
#include <assert.h>
#include <signal.h>

static volatile sig_atomic_t depth, count;

static void handle(int number) {
  depth++;
  assert(depth == 1);
  if (++count < 3) raise(number);
  depth--;
}

int main(void) {
  signal(SIGUSR1, handle);
  raise(SIGUSR1);
  assert(count == 3); //=> assert(count == 2);
  return 0;
}
