// rmt: check => safe
// What functions give back of what they are given, whether they free it or not, leads to the same memory.
#include <assert.h>
#include <stdlib.h>

static int *same(int *p) { return p; }

static int *not_null(int *p) {
  if (p == NULL)
    abort();
  return p;
}

static int *one_of(int *a, int *b, int first) {
  if (first) {
    free(b);
    return a;
  }
  free(a);
  return b;
}

static int *again(int *p, int n) {
  int *r = p;
  return n > 0 ? again(r, n - 1) : r;
}

extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
  int x = 1;
  int *(*through)(int *) = same;
  *same(&x) = 2;
  assert(x == 2); //=>   assert(x == 1);
  *not_null(&x) = 3;
  assert(x == 3); //=>   assert(x == 2);
  *through(&x) = 4;
  assert(x == 4); //=>   assert(x == 3);
  *again(&x, 2) = 5;
  assert(x == 5); //=>   assert(x == 4);
  int *a = malloc(sizeof *a), *b = malloc(sizeof *b);
  if (a == NULL || b == NULL) {
    free(a);
    free(b);
    return 0;
  }
  *a = 6;
  *b = 7;
  int *c = one_of(a, b, __VERIFIER_nondet_bool());
  assert(*c == 6 || *c == 7); //=>   assert(*c == 6);
  free(c);
  return 0;
}
