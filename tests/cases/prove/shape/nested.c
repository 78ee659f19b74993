// prove: shape --check deref,free,leak => safe
// A list of lists.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct leaf {
  struct leaf *next;
};
struct row {
  struct row *next;
  struct leaf *leaves;
};
int main(void) {
  struct row *rows = NULL;
  while (__VERIFIER_nondet_int()) {
    struct row *r = malloc(sizeof *r);
    if (!r)
      break;
    r->leaves = NULL; //=> ;
    while (__VERIFIER_nondet_int()) {
      struct leaf *l = malloc(sizeof *l);
      if (!l)
        break;
      l->next = r->leaves; //=> l->next = NULL;
      r->leaves = l;
    }
    r->next = rows;
    rows = r;
  }
  while (rows) {
    struct row *r = rows;
    rows = r->next;
    while (r->leaves) { //=> if (r->leaves) {
      struct leaf *l = r->leaves;
      r->leaves = l->next;
      free(l);
    }
    free(r); //=> ;
  }
  return 0;
}
