// rmt: check --check deref,free,leak --bound 4 => safe
// Functions that allocate or free for others, and those that seem to: one keeps what it frees, one writes to it first, one
// gives the same block again.
#include <assert.h>
#include <stdlib.h>

static void *get(size_t n) {
  void *p = malloc(n);
  if (!p)
    exit(1);
  return p;
}

static void *spare;

static void give(void *p) {
  if (p != NULL) {
    free(spare);
    spare = p; //=>     free(p); spare = p;
  }
}

static void wipe(void *p) {
  *(int *)p = 0;
  free(p);
}

static void *again(size_t n) {
  void *p = spare;
  if (p == NULL)
    return malloc(n);
  spare = NULL;
  return p;
}

static void put(void **p) {
  free(*p);
  *p = NULL; //=>   ;
}

int main(void) {
  int *a = get(sizeof *a);
  char *b = get(2);
  long *c = get(sizeof *c);
  *a = 7;
  b[0] = 1;
  *c = 9;
  give(a);
  int *d = again(sizeof *d);
  assert(d == a && *d == 7); //=>   assert(*d == 8);
  wipe(d);
  assert(b[0] == 1 && *c == 9);
  void *e = b;
  put(&e);
  if (e != NULL)
    return *b;
  wipe(c); //=>   ;
  return 0;
}
