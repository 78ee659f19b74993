// prove: shrink --check none => safe
void __VERIFIER_error(void);
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i;
  int a[n], max = 0;
  for (i = 0; i < n; ++i)
    a[i] = __VERIFIER_nondet_int();
  i = 0;
  while (i < n) { //=> while (i + 1 < n) {
    if (a[i] > max) //=> if (a[i] > max + 1)
      max = a[i]; //=> max = a[i] - 1;
    ++i;
  }
  for (i = 0; i < n; ++i)
    if (a[i] > max) //=> if (a[i] >= max)
      __VERIFIER_error();
  return 0;
}
