// prove: shrink --check none => safe, mutants unsafe
// Each prefix sum is the one before and an element.
void __VERIFIER_error(void);
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  int a[n], s[n], sum = 0;
  for (unsigned i = 0; i < n; i++) { //=> for (unsigned i = 0; i + 1 < n; i++) {
    sum += a[i];
    s[i] = sum; //=> s[i] = a[i];
  }
  for (unsigned i = 1; i < n; i++)
    if (s[i] != s[i - 1] + a[i]) //=> if (s[i] < s[i - 1])
      __VERIFIER_error();
  return 0;
}
