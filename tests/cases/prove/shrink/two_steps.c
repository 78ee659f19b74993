// prove: shrink --check none => safe
// Two counters, one of which goes in steps of four.
void __VERIFIER_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
  int a[10000], b[40000], i = 0, j = 0;
  while (i < 40000) {
    a[j] = b[i]; //=> a[j] = b[i + 1];
    i = i + 4;
    j = j + 1;
  }
  i = 0;
  j = 0;
  while (i < 40000) {
    if (a[j] != b[4 * j]) //=> if (a[j] != b[j])
      __VERIFIER_error();
    i = i + 4;
    j = j + 1;
  }
  return 0;
}
