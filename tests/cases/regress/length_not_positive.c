// rmt: check => unsafe
int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 9) return 0;
  char text[n]; //~ the length of a variable-length array is not positive
  return sizeof text == 0;
}
