// rmt: check => safe
// What is promised to the compiler is undefined where it is not so.
int __VERIFIER_nondet_int(void);

static int sign(int x) {
  switch (x) {
  case -1: return 0;
  case 1: return 1;
  default: __builtin_unreachable();
  }
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0) return 0; //=> if (x < -1) return 0;
  __builtin_assume(x >= 0);
  return sign(x % 2 * 2 - 1); //=> return sign(x % 3 - 1);
}
