// prove: squeeze --check none => safe, mutants unsafe
// The sums of two arrays, one by one and together.
void __VERIFIER_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 100000)
    return 0;
  int a[n], b[n];
  long first = 0, second = 0, both = 0;
  for (int i = 0; i < n; i++) {
    first += a[i];
    second += b[i]; //=> second += a[i];
    both += a[i] + (long)b[i]; //=> both += a[i] + (long)b[0];
  }
  if (first + second != both) //=> if (first != both)
    __VERIFIER_error();
  return 0;
}
