// rmt: check --check shift => unsafe
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 32)
    return 0;
  return (1u << n) == 0; //~ shift by a count out of range
}
