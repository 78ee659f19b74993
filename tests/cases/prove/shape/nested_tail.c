// prove: shape --check deref,free,leak => safe
// Lists of lists that grow at their ends.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct leaf {
  struct leaf *next;
};
struct row {
  struct row *next;
  struct leaf *first, *last;
};
int main(void) {
  struct row *rows = NULL;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) {
      struct row *r = malloc(sizeof *r);
      if (!r)
        break;
      r->first = NULL; //=> ;
      r->last = NULL;
      r->next = rows;
      rows = r;
    } else if (rows) {
      struct row *at = rows;
      while (at->next && __VERIFIER_nondet_int())
        at = at->next;
      struct leaf *l = malloc(sizeof *l);
      if (!l)
        break;
      l->next = NULL;
      if (at->last)
        at->last->next = l;
      else
        at->first = l;
      at->last = l; //=> ;
    }
  }
  while (rows) {
    struct row *r = rows;
    rows = r->next;
    while (r->first) {
      struct leaf *l = r->first;
      r->first = l->next;
      free(l);
    }
    free(r);
  }
  return 0;
}
