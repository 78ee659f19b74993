// rmt: check --error-label ERROR => unsafe (not natively)
int __VERIFIER_nondet_int(void);

int main(void) {
  if (__VERIFIER_nondet_int() == 5) goto ERROR;
  return 0;
ERROR: //~ the label ERROR is reached
  return 1;
}
