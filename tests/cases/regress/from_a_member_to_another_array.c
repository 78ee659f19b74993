// rmt: check --bound 3 --malloc-never-fails => safe
// A pointer to one member leads by a known distance to the record, and so to its last member, an array.
#include <assert.h>
#include <stddef.h>
#include <string.h>
struct record { long id[2]; unsigned used; char name[4]; };
int main(void) {
  struct record all[4];
  memset(all, 0, sizeof all);
  unsigned *used = &all[0].used;
  struct record *first = (struct record *)((char *)used - offsetof(struct record, used));
  first->name[1] += 1;
  for (int i = 0; i < 2; i++) all[i].name[i] += i;
  assert(all[0].name[1] == 1); //=> assert(all[0].name[1] == 0);
  return 0;
}
