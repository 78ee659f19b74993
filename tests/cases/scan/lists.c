// rmt: scan
// What callers pass is what the text takes for granted: pointers that nobody compares with null are not.
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

int contradicts(struct node *n) {
  int value = n ? n->value : 0;
  return n->next == NULL ? value : 1; //~ certain invalid read
}

int trusts(const struct node *n) {
  return n->value;
}

int length(const struct node *n) {
  int length = 0;
  while (n) {
    length++;
    n = n->next;
  }
  return length;
}

struct node *careless(int value) {
  struct node *n = malloc(sizeof *n);
  n->value = value; //~ likely null pointer
  n->next = NULL;
  return n;
}

struct node *careful(int value) {
  struct node *n = malloc(sizeof *n);
  if (!n) return NULL;
  n->value = value;
  n->next = NULL;
  return n;
}

void twice(struct node *n) {
  free(n);
  free(n); //~ likely freed before
}

int forgets(int value) {
  char *room = malloc(4); //~ likely memory is leaked
  if (!room) return -1;
  if (value > 3) return -2;
  free(room);
  return 0;
}
