// prove: squeeze --check none => safe
void __VERIFIER_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 100000)
    return 0;
  int a[n], i, k = 0; //=> int a[n], i, k = -1;
  for (i = 0; i < n; i++)
    if (a[i] > 7)
      k++; //=> k += 2;
  if (k < 0 || k > n) //=> if (k < 0 || k > n - 1)
    __VERIFIER_error();
  return 0;
}
