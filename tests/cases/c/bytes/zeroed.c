// rmt: check => safe
// All bytes of a record are zero: its members are, and what lies between them. They stay what they are: `next` is a pointer.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#ifdef __RMT__
#define IS_ZEROED(object)                                                                                              \
  __CPROVER_forall {                                                                                                   \
    int i;                                                                                                             \
    (i >= 0 && i < sizeof(object)) ==> ((const unsigned char *)&(object))[i] == 0                                      \
  }
#else
static int is_zeroed(const unsigned char *at, size_t size) {
  for (size_t i = 0; i < size; i++)
    if (at[i])
      return 0;
  return 1;
}
#define IS_ZEROED(object) is_zeroed((const unsigned char *)&(object), sizeof(object))
#endif

struct node {
  char kind;
  unsigned low : 3, high : 5;
  int count[2];
  double weight;
  struct node *next;
};

struct pair {
  long id;
  struct node node;
};

static void clear(void *at, size_t size) { memset(at, 0, size); }

int main(void) {
  struct node *n = calloc(1, sizeof *n);
  if (!n)
    return 0;
  assert(IS_ZEROED(*n));
  n->count[1] = 1; //=> n->count[1] = 0;
  assert(!IS_ZEROED(*n));
  n->count[1] = 0;
  n->high = 4; //=> n->high = 32;
  assert(!IS_ZEROED(*n));
  n->high = 0;
  n->next = n; //=> n->next = 0;
  assert(!IS_ZEROED(*n));
  n->next->next = 0;
  n->weight = 0.5; //=> n->weight = 0.0;
  assert(!IS_ZEROED(*n));

  struct pair p;
  p.id = 7;
  clear(&p.node, sizeof p.node);
  assert(IS_ZEROED(p.node));
  assert(!IS_ZEROED(p));
  p.id = 0;
  struct pair q = p;
  assert(IS_ZEROED(q)); //=> assert(q.id);
  free(n);
  return 0;
}
