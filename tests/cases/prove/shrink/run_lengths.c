// prove: shrink --check none => safe, mutants unsafe
// How long a run of equal elements has been so far.
void __VERIFIER_error(void);
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  int a[n], runs[n], length = 0;
  for (unsigned i = 0; i < n; i++) {
    if (i > 0 && a[i] == a[i - 1])
      length++; //=> length--;
    else
      length = 1; //=> length = 2;
    runs[i] = length;
  }
  for (unsigned i = 1; i < n; i++)
    if (runs[i] != (a[i] == a[i - 1] ? runs[i - 1] + 1 : 1)) //=> if (runs[i] <= runs[i - 1])
      __VERIFIER_error();
  return 0;
}
