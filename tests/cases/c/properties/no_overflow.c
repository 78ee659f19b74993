// rmt: check --check overflow => safe
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  unsigned u = __VERIFIER_nondet_uint() + 3u;
  if (n < 0 || n > 1000000) //=> signed integer overflow: if (n < 0 || n > 1000226)
    return 0;
  long long product = (long long)n * 1000000;
  return n * 2147 > 5 && u > 7 && product > 3;
}
