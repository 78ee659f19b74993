// prove: shape --check deref,free,leak => safe
// Two rings with heads: all that is in the one goes to the end of the other, at once.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct item {
  struct item *next, *prev;
};
static struct item in, out;
static void put(struct item *ring, struct item *it) {
  it->next = ring;
  it->prev = ring->prev;
  ring->prev->next = it;
  ring->prev = it;
}
static void splice(struct item *from, struct item *to) {
  if (from->next == from)
    return;
  from->next->prev = to->prev;
  to->prev->next = from->next;
  from->prev->next = to; //=> ;
  to->prev = from->prev;
  from->next = from->prev = from;
}
static void clear(struct item *ring) {
  while (ring->next != ring) {
    struct item *it = ring->next;
    ring->next = it->next;
    it->next->prev = ring;
    free(it);
  }
}
int main(void) {
  in.next = in.prev = &in;
  out.next = out.prev = &out;
  while (__VERIFIER_nondet_int()) {
    struct item *it = malloc(sizeof *it);
    if (it)
      put(&in, it);
  }
  splice(&in, &out);
  clear(&out);
  return 0;
}
