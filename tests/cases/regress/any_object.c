// rmt: check --check none => safe
// CBMC's words for memory that gets any value: all of a block, wherever the pointer points in it, or a part.
#include <assert.h>

void __CPROVER_havoc_object(void *);
void __CPROVER_havoc_slice(void *, unsigned long);

int main(void) {
  int whole[2] = {1, 1}, part[3] = {1, 1, 1}, other[2] = {1, 1};
  int *p = whole + 1;
  __CPROVER_havoc_object(p);
  __CPROVER_havoc_slice(part + 1, sizeof(int));
  assert(part[0] == 1 && part[2] == 1); //=> (not natively) assert(whole[0] == 1);
  assert(other[0] == 1);                //=> (not natively) assert(part[1] == 1);
}
