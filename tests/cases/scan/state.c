// rmt: scan
// Variables that others set lead somewhere; those that nobody sets are what they are at the start.
#include <stdlib.h>

struct node {
  struct node *next;
  int n;
};

static struct node *current, *nobodys;
static struct {
  struct node *first;
  int count;
} list;
extern struct node *shared;
static void (*logged)(const char *);
static int divisor = 2;

void set(struct node *n, void (*log)(const char *)) {
  current = n;
  logged = log;
  list.count++;
}
int number(void) { return current->n + shared->n; }
int first(void) { return list.first->n / divisor; }
void say(void) { logged("text"); }
int nobody(void) { return nobodys->n; } //~ likely null pointer
int after(void) {
  struct node *n = current;
  if (!current) return n->n; //~ certain null pointer
  return 0;
}
