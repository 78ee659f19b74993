// prove: shrink --check none => safe
// The last loop stops where the loop in front of it has stopped.
void __VERIFIER_error(void);
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i;
  int a[n], b[n];
  for (i = 0; i < n; i++)
    a[i] = __VERIFIER_nondet_int();
  for (i = 0; i < n && a[i] != 0; i++) //=> for (i = 0; i < n && a[i] != 1; i++)
    b[i] = 2 * a[i]; //=> b[i] = 2 + a[i];
  for (i = 0; i < n && a[i] != 0; i++) //=> for (i = 0; i < n; i++)
    if (b[i] != 2 * a[i])
      __VERIFIER_error();
  return 0;
}
