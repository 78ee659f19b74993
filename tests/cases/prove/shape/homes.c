// prove: shape --check deref,free,leak => safe
// A list of rings, each with a block that holds its head: whoever goes round a ring comes back to its own.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct link {
  struct link *next;
};
struct ring {
  struct link head;
  struct ring *below;
};
int main(void) {
  struct ring *rings = NULL;
  while (__VERIFIER_nondet_int()) {
    struct ring *r = malloc(sizeof *r);
    if (!r)
      break;
    r->head.next = &r->head; //=> r->head.next = rings ? &rings->head : &r->head;
    while (__VERIFIER_nondet_int()) {
      struct link *n = malloc(sizeof *n);
      if (!n)
        break;
      n->next = r->head.next; //=> n->next = rings ? rings->head.next : r->head.next;
      r->head.next = n;
    }
    r->below = rings;
    rings = r;
  }
  while (rings) {
    struct ring *r = rings;
    rings = r->below;
    struct link *at = r->head.next;
    while (at != &r->head) { //=> while (at != &rings->head) {
      struct link *next = at->next;
      free(at); //=> if (rings) free(at);
      at = next;
    }
    free(r);
  }
  return 0;
}
