// rmt: check --check none => unsafe
// The conventions of SV-COMP.
extern void abort(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

void assume_abort_if_not(int condition) {
  if (!condition)
    abort();
}

int main(void) {
  unsigned char c = __VERIFIER_nondet_uchar();
  assume_abort_if_not(c > 250);
  if (c == 251 || c == 253)
    return 0;
  if (c % 2)
    reach_error(); //~ reach_error() is called
  return 0;
}
