// rmt: check --check none --int bits => safe
void __VERIFIER_assert(int);
unsigned __VERIFIER_nondet_uint(void);

struct flags {
  unsigned a : 3;
  int b : 5;
  unsigned long c : 40;
  _Bool d : 1;
};
union word {
  unsigned w;
  unsigned char b[4];
};

int main(void) {
  struct flags x = {7, -16, 1ul << 39, 1}, *p = &x;
  p->a++;
  p->b--;  //=> p->b++;
  p->c += p->c;
  __VERIFIER_assert(x.a == 0 && x.b == 15 && x.c == 0 && x.d == 1);
  union word u = {__VERIFIER_nondet_uint()};
  __VERIFIER_assert((u.w ^ u.w >> 16) % 256 == (u.b[0] ^ u.b[2]));  //=> __VERIFIER_assert((u.w ^ u.w >> 16) % 256 == (u.b[1] ^ u.b[2]));
  return 0;
}
