// prove: shape --check deref,free,leak => safe
// Two rings of one type: items go from the one to the other and are freed from there.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct item {
  struct item *next, *prev;
};
static struct item in, out;
static void put(struct item *ring, struct item *it) {
  it->next = ring; //=> it->next = &in;
  it->prev = ring->prev;
  ring->prev->next = it;
  ring->prev = it;
}
static void take(struct item *it) {
  it->next->prev = it->prev;
  it->prev->next = it->next;
}
static void clear(struct item *ring) {
  for (struct item *at = ring->next; at != ring;) { //=> for (struct item *at = ring->next; at != &in;) {
    struct item *next = at->next;
    free(at);
    at = next;
  }
}
int main(void) {
  in.next = in.prev = &in;
  out.next = out.prev = &out;
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) {
      struct item *it = malloc(sizeof *it);
      if (it)
        put(&in, it);
    } else if (in.next != &in) {
      struct item *it = in.next;
      take(it); //=> ;
      put(&out, it);
    }
  }
  clear(&out);
  clear(&in);
  return 0;
}
