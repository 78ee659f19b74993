// rmt: check --check bounds => unsafe
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  int a[10] = {0};
  unsigned i = __VERIFIER_nondet_uint();
  if (i > 10)
    return 0;
  return a[i]; //~ read out of bounds
}
