// rmt: check --check none --bound 2 => safe
// The value of `++*p` is the one written, not one more.
void __VERIFIER_assert(int);

struct bits { unsigned low : 2; };

int main(void) {
  int n = 5, *p = &n;
  char c = 127, *q = &c;
  struct bits bits = {3}, *b = &bits;
  __VERIFIER_assert(++*p == 6 && n == 6);  //=> __VERIFIER_assert(++*p == 7);
  __VERIFIER_assert(--*p + (*p)++ == 10 && n == 6);  //=> __VERIFIER_assert(--*p == 4);
  __VERIFIER_assert(++*q == -128 && ++b->low == 0);  //=> __VERIFIER_assert(++b->low == 1);
  __VERIFIER_assert((*p += 2) == 8 && (*p = 3) == n);  //=> __VERIFIER_assert((*p += 2) == 10);
  return 0;
}
