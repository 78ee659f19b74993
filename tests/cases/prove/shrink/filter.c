// prove: shrink --check none => safe
// Only what is not negative is copied.
void __VERIFIER_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
  int a[100000], b[100000], i, j = 0;
  for (i = 0; i < 100000; i++)
    a[i] = __VERIFIER_nondet_int();
  for (i = 0; i < 100000; i++) {
    if (a[i] >= 0) { //=> if (a[i] >= -1) {
      b[j] = a[i]; //=> b[i] = a[i];
      j++; //=> j += 2;
    }
  }
  for (i = 0; i < j; i++) //=> for (i = 0; i <= j; i++)
    if (b[i] < 0)
      __VERIFIER_error();
  return 0;
}
