// rmt: check => safe
#include <assert.h>
#include <errno.h>
#include <unistd.h>

static void forget(int *number) { *number = 0; }

int main(void) {
  if (close(7) < 0) {
    assert(errno > 0); //=> (not natively) assert(errno == 0);
    forget(&errno); //=> (not natively) assert(errno);
    assert(errno == 0);
  }
  return 0;
}
