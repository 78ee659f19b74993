// rmt: check --check none => unsafe
#include <stdlib.h>
void reach_error(void);

static int busy;

__attribute__((destructor)) static void last(void) {
  if (busy) reach_error();  //~ reach_error() is called
}

int main(void) {
  busy = 1;
  exit(0);
}
