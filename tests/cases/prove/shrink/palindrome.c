// prove: shrink --check none => safe, mutants unsafe
// Whether an array reads the same from both ends.
void __VERIFIER_error(void);
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = 0, same = 1;
  int a[n];
  while (i < n) {
    if (a[i] != a[n - 1 - i]) { //=> if (a[i] - 1 == a[n - 1 - i]) {
      same = 0; //=> same = 1;
      break;
    }
    i++; //=> i += 2;
  }
  if (same)
    for (unsigned j = 0; j < n; j++)
      if (a[j] != a[n - 1 - j])
        __VERIFIER_error();
  return 0;
}
