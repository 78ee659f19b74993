// rmt: check --check deref,free => unsafe
// What a trace shows: calls, blocks by number, members, records as a whole, inputs, what was freed.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

struct point {
  int x, y;
};

struct node {
  struct node *next;
  struct point at;
  unsigned seen : 1;
  char name[4];
};

static struct node sentinel;
static struct node *list = &sentinel;

static struct node *cons(struct point at, unsigned char first) {
  struct node *n = malloc(sizeof(struct node));
  if (!n)
    exit(1);
  n->at = at;
  n->name[0] = first;
  n->seen = 1;
  n->next = list;
  list = n;
  return n;
}

int main(void) {
  struct point origin = {0, 0};
  origin.y = __VERIFIER_nondet_int();
  struct node *first = cons(origin, 'a');
  char *name = &first->name[2];
  const char *text = "text";
  cons(first->at, __VERIFIER_nondet_uchar());
  if (list->at.y == 42 && list->name[0] == 7)
    free(list->next);
  *name = *text; //~ invalid write
  return 0;
}
