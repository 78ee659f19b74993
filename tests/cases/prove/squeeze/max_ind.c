// prove: squeeze --check none => safe, mutants unsafe
// The index of a maximum.
void __VERIFIER_error(void);
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), m = 0;
  if (n < 1)
    return 0;
  int a[n];
  for (unsigned i = 0; i < n; i++) //=> for (unsigned i = 2; i < n; i++)
    if (a[i] > a[m]) //=> if (a[i] > a[0])
      m = i; //=> m = 0;
  if (m >= n)
    __VERIFIER_error();
  for (unsigned j = 0; j < n; j++)
    if (a[j] > a[m])
      __VERIFIER_error();
  return 0;
}
