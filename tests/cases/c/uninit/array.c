// rmt: check --check uninit --bound 3 => safe
#include <string.h>
int __VERIFIER_nondet_int(void);

struct pair {
  int a, b;
  unsigned low : 3, high : 5;
};

static int global[2];

int main(void) {
  int x;
  if (__VERIFIER_nondet_int())
    x = 1;
  else
    x = 2;  //=> ;
  int a[3];
  for (int i = 0; i < 3; i++) a[i] = x;  //=> for (int i = 0; i < 2; i++) a[i] = x;
  struct pair p, q;
  p.a = x;
  p.b = a[2];  //=> x = a[2];
  q = p;
  struct pair *r = &q;
  r->low = 1;  //=> r->high = 1;
  char b[8], c[8];
  memset(b, 0, 8);  //=> memset(b, 0, 7);
  memcpy(c, b, 8);
  int *g = global;
  return r->b + r->low + c[7] + g[1];
}
