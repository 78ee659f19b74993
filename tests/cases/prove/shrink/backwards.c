// prove: shrink --check none => safe
// One loop runs against the other.
void __VERIFIER_error(void);
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i;
  int a[n], b[n];
  for (i = 0; i < n; i++)
    a[i] = __VERIFIER_nondet_int();
  for (i = 0; i < n; i++) //=> for (i = 1; i < n; i++)
    b[n - 1 - i] = a[i]; //=> b[i] = a[i];
  for (i = 0; i < n; i++)
    if (a[i] != b[n - i - 1]) //=> if (a[n - i - 1] != b[n - i - 1])
      __VERIFIER_error();
  return 0;
}
