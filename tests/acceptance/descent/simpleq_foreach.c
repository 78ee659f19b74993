// a queue built with SIMPLEQ_INSERT_TAIL is walked to its end
#include "glib.h"
#include "openssh/openssh-portable/openbsd-compat/sys-queue.h"
struct entry {
  int value;
  SIMPLEQ_ENTRY(entry) entries;
};
SIMPLEQ_HEAD(head, entry);
int main(void) {
  struct head h;
  SIMPLEQ_INIT(&h);
  unsigned n = 0;
  while (rmt_int()) {
    struct entry *e = rmt_array(struct entry, 1);
    SIMPLEQ_INSERT_TAIL(&h, e, entries); //=>deep if (n != 5) SIMPLEQ_INSERT_TAIL(&h, e, entries); else *h.sqh_last = e;
    n += n < 6;
  }
  struct entry *e;
  SIMPLEQ_FOREACH(e, &h, entries)
    e->value = 1; //=> e->entries.sqe_next->value = 1;
}
//~ (elm)->field.sqe_next = NULL; ==>
