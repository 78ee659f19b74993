// prove: shrink --check none => safe
// The same products are the same.
void __VERIFIER_error(void);
short __VERIFIER_nondet_short(void);
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i;
  int a[n], b[n];
  for (i = 0; i < n; i++)
    a[i] = __VERIFIER_nondet_short();
  for (i = 0; i < n; i++)
    b[i] = a[i] * a[i]; //=> b[i] = a[i] * 3;
  for (i = 0; i < n; i++)
    if (b[i] != a[i] * a[i]) //=> if (b[i] < a[i] * 3)
      __VERIFIER_error();
  return 0;
}
