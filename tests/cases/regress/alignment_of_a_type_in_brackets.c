// rmt: check => rejected
// What is defined within brackets is no part of the tree that is read.
#include <assert.h>

int main(void) {
  assert(_Alignof(struct { long a; }) == 1); //~ not supported
}
