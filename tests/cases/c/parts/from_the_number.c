// rmt: check --bound 4 => safe
// The start of the record is computed from the address of the array as a number.
#include <assert.h>
#include <stdint.h>

struct entry {
  _Alignas(32) int value;
  int cells[4];
};

int main(void) {
  static struct entry e = {1, {2, 3, 4, 5}};
  uintptr_t at = (uintptr_t)&e.cells[2];
  struct entry *whole = (struct entry *)(at - at % 32);
  whole->value = 7;
  assert(e.value == 7);  //=> assert(e.value == 1);
  assert(whole->cells[3] == 5);  //=> assert(whole->cells[3] == 4);
}
