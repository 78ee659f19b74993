// prove: squeeze --check none => safe, mutants unsafe
// The product of a vector with weights of 0 to 3 is at most three times its sum.
void __VERIFIER_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 100000)
    return 0;
  int a[n], b[n];
  long sum = 0, dot = 0;
  for (int i = 0; i < n; i++) {
    if (a[i] < 0 || b[i] < 0 || b[i] > 3) //=> if (a[i] < 0 || b[i] < 0 || b[i] > 4)
      return 0;
    sum += a[i];
    dot += (long)a[i] * b[i]; //=> dot += (long)a[i] * b[i] + 1;
  }
  if (dot < 0 || dot > 3 * sum) //=> if (dot < 0 || dot > 2 * sum)
    __VERIFIER_error();
  return 0;
}
