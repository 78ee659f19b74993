// prove: shape --check deref,free,leak => safe
// A stack of any size: nodes are pushed and popped in any order, and popped at the end.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  struct node *next;
  int value;
};
static struct node *top;
static void push(int value) {
  struct node *n = malloc(sizeof *n);
  if (!n)
    return;
  n->next = top; //=> n->next = NULL;
  n->value = value;
  top = n; //=> if (value) top = n;
}
static int pop(void) {
  struct node *n = top;
  int value = n->value;
  top = n->next; //=> top = n;
  free(n); //=> ;
  return value;
}
int main(void) {
  while (__VERIFIER_nondet_int())
    if (__VERIFIER_nondet_int())
      push(__VERIFIER_nondet_int());
    else if (top) //=> else
      pop();
  while (top) //=> while (top && top->next)
    pop();
  return 0;
}
