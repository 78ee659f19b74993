// rmt: check --check uninit => unsafe (not natively)
int __VERIFIER_nondet_int(void);

int main(void) {
  int x;
  if (__VERIFIER_nondet_int()) x = 1;
  return x;  //~ a value is read that was never set
}
