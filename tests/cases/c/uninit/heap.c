// rmt: check --check uninit --malloc-never-fails => safe
#include <stdlib.h>

struct node {
  struct node *next;
  int data;
};

int main(void) {
  struct node *n = malloc(sizeof *n), *m = calloc(1, sizeof *m);  //=> struct node *n = malloc(sizeof *n), *m = malloc(sizeof *m);
  n->next = m;
  n->data = n->next->data;  //=> n->next->data = n->data;
  return n->data;
}
