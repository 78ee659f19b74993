// prove: shrink --check none => safe, mutants unsafe
// The maximum from both ends, which meet in the middle.
void __VERIFIER_error(void);
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 1000000)
    return 0;
  int a[n], max = 0;
  for (unsigned i = 0; i + i < n; i++) { //=> for (unsigned i = 0; i + i + 1 < n; i++) {
    if (a[i] > max) //=> if (a[i] > max + 1)
      max = a[i];
    if (a[n - 1 - i] > max)
      max = a[n - 1 - i]; //=> max = a[n - 1 - i] - 1;
  }
  for (unsigned j = 0; j < n; j++)
    if (a[j] > max)
      __VERIFIER_error();
  return 0;
}
