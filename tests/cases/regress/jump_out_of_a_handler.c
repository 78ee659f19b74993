// rmt: check => safe
// What a handler blocks comes again where a jump leaves it, if the buffer says so; what was raised meanwhile comes then.
#include <assert.h>
#include <setjmp.h>
#include <signal.h>

static sigjmp_buf before;
static int runs;

static void leave(int number) {
  runs++;
  if (runs == 1) raise(number);
  siglongjmp(before, 1);
}

static int tried(void) {
  if (sigsetjmp(before, 1)) return -1;
  raise(SIGFPE);
  return 0;
}

int main(void) {
  signal(SIGFPE, leave);
  assert(tried() == -1);
  assert(runs == 2); //=> assert(runs == 1);
  assert(tried() == -1);
  assert(runs == 3);
  return 0;
}
