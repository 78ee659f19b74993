// rmt: check => unsafe (not natively)
// A destructor jumps to where nobody is any more.
#include <setjmp.h>

static jmp_buf place;

__attribute__((destructor)) static void last(void) { longjmp(place, 1); }

int main(void) {
  setjmp(place);
  return 0;
} //~ a jump into
