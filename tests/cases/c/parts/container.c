// rmt: check --bound 3 => safe
// From an array back to the record that it is a member of.
#include <assert.h>
#include <stddef.h>

struct entry {
  int value;
  int cells[4];
  int last;
};

int main(void) {
  struct entry e = {1, {2, 3, 4, 5}, 6};
  int *cells = e.cells;
  struct entry *whole = (struct entry *)((char *)cells - offsetof(struct entry, cells));
  whole->value = 9;
  whole->cells[1] = 8;
  assert(e.value == 9 && e.cells[1] == 8);  //=> assert(e.value == 1);
  assert(e.last == 6 && cells[3] == 5);  //=> assert(cells[1] == 3);
}
