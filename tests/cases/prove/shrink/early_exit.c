// prove: shrink --check none => safe
// The last loop is left at the first element that is not what it should be, or at 77.
void __VERIFIER_error(void);
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i;
  int a[n], b[n], j = 0;
  for (i = 0; i < n; i++) {
    a[i] = __VERIFIER_nondet_int();
    j++;
  }
  i = 0;
  while (i < n) {
    b[i] = a[i]; //=> b[j - 1] = a[i];
    i = i + 1;
  }
  for (i = 0; i < n; ++i) {
    if (b[i] == 77)
      break; //=> __VERIFIER_error();
    if (a[i] != b[i])
      __VERIFIER_error();
  }
  return 0;
}
