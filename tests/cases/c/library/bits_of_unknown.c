// rmt: check --check none --bound 0 --int bits => safe (not natively)
void __VERIFIER_assert(int);
unsigned long __VERIFIER_nondet_ulong(void);

int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong();
  _Bool power = n != 0 && (n & (n - 1)) == 0;  //=> _Bool power = (n & (n - 1)) == 0;
  __VERIFIER_assert(power == (__builtin_popcountl(n) == 1));
  return 0;
}
