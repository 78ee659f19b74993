// rmt: check => safe
// Memory from a table of functions, and given back to one: what is allocated for text and for records is told apart.
#include <stdlib.h>
#include <string.h>

struct item {
  struct item *next, *child;
  char *name;
  double value;
};

static struct {
  void *(*get)(size_t);
  void (*give)(void *);
} hooks = {malloc, free};

static void give(void *p) {
  if (p)
    hooks.give(p);
}

static char *copy(const char *s) {
  size_t n = strlen(s) + 1;
  char *c = hooks.get(n);
  if (c != NULL)
    memcpy(c, s, n); //=>     memcpy(c, s, n + 1);
  return c;
}

static void drop(struct item *i) {
  while (i != NULL) { //=>   while (i->name != NULL) {
    struct item *next = i->next;
    drop(i->child);
    give(i->name); //=>     give(i->name); give(i->name);
    give(i); //=>     give(i->child);
    i = next;
  }
}

static struct item *make(const char *name) {
  struct item *i = hooks.get(sizeof *i);
  if (i == NULL)
    return NULL;
  memset(i, 0, sizeof *i); //=>   memset(i, 0, 8);
  i->name = copy(name);
  if (i->name == NULL) {
    drop(i);
    return NULL;
  }
  return i;
}

extern char __VERIFIER_nondet_char(void);

int main(void) {
  char text[3] = {__VERIFIER_nondet_char(), __VERIFIER_nondet_char()};
  drop(make(text));
  return 0;
}
