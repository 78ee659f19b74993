// prove: shape --check deref,free,leak => safe
// A singly linked list: insertion in order and removal of any node, through the pointer that leads to it.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  struct node *next;
  int key;
};
int main(void) {
  struct node *list = NULL;
  while (__VERIFIER_nondet_int()) {
    int key = __VERIFIER_nondet_int();
    struct node *before = NULL, *at = list;
    while (at && at->key < key) {
      before = at; //=> before = NULL;
      at = at->next;
    }
    if (at && at->key == key) {
      if (before)
        before->next = at->next; //=> ;
      else
        list = at->next;
      free(at);
    } else {
      struct node *n = malloc(sizeof *n);
      if (!n)
        break;
      n->key = key;
      n->next = at;
      if (before)
        before->next = n;
      else
        list = n;
    }
  }
  while (list) {
    struct node *n = list;
    list = n->next;
    free(n);
  }
  return 0;
}
