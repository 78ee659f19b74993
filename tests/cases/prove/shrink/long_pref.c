// prove: shrink --check none => safe, mutants unsafe
// The longest prefix that only rises, or only falls.
void __VERIFIER_error(void);
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = 1;
  if (n < 2)
    return 0;
  int a[n], up = a[0] <= a[1];
  while (i < n) {
    if ((a[i - 1] <= a[i]) != up) //=> if ((a[i - 1] < a[i]) != up)
      break;
    i++; //=> i += 2;
  }
  if (i < n && (a[i - 1] <= a[i]) == up) //=> if (i <= n && (a[i - 1] <= a[i]) == up)
    __VERIFIER_error();
  for (unsigned j = 1; j < i; j++)
    if ((a[j - 1] <= a[j]) != up)
      __VERIFIER_error();
  return 0;
}
