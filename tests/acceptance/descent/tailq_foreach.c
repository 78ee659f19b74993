// a queue built with TAILQ_INSERT_TAIL is walked to its end
#include "glib.h"
#include "openssh/openssh-portable/openbsd-compat/sys-queue.h"
struct entry {
  int value;
  TAILQ_ENTRY(entry) entries;
};
TAILQ_HEAD(head, entry);
int main(void) {
  struct head h;
  TAILQ_INIT(&h);
  unsigned n = 0;
  while (rmt_int()) {
    struct entry *e = rmt_array(struct entry, 1);
    TAILQ_INSERT_TAIL(&h, e, entries); //=>deep if (n != 5) TAILQ_INSERT_TAIL(&h, e, entries); else *h.tqh_last = e;
    n += n < 6;
  }
  struct entry *e;
  TAILQ_FOREACH(e, &h, entries)
    e->value = 1; //=> e->entries.tqe_next->value = 1;
}
//~ (elm)->field.tqe_next = NULL; ==>
