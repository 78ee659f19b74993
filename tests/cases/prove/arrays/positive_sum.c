// prove: shrink --check none => safe, mutants unsafe
// prove: squeeze --check none => safe
// A prefix of positive elements sums up to at least its length.
void __VERIFIER_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), i = 0;
  if (n < 0 || n > 100000)
    return 0;
  int a[n];
  long sum = 0; //=> long sum = -1;
  while (i < n) {
    if (a[i] <= 0) //=> if (a[i] < 0)
      break;
    sum += a[i]; //=> sum += a[i] - 1;
    i++;
  }
  if (sum < i) //=> if (sum <= i)
    __VERIFIER_error();
  return 0;
}
