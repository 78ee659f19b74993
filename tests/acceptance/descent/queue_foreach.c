// a list built with SLIST_INSERT_HEAD is walked to its end
#include "glib.h"
#include "openssh/openssh-portable/openbsd-compat/sys-queue.h"
struct entry {
  int value;
  SLIST_ENTRY(entry) entries;
};
SLIST_HEAD(head, entry);
int main(void) {
  struct head h;
  SLIST_INIT(&h);
  while (rmt_int()) {
    struct entry *e = rmt_array(struct entry, 1);
    e->value = 1; //=> e->value = SLIST_EMPTY(&h);
    SLIST_INSERT_HEAD(&h, e, entries);
  }
  struct entry *e;
  SLIST_FOREACH(e, &h, entries) //=>deep int n = 0; for (e = SLIST_FIRST(&h); e; e = SLIST_NEXT(e, entries), assert(n++ < 5))
    assert(e->value == 1); //=> assert(e->value != 1);
}
//~ (elm)->field.sle_next = (head)->slh_first; ==>
