// prove: shrink --check none => unsafe
// The last of 20,000 elements is wrong, for one value of an input alone, which the residual program tells.
void __VERIFIER_error(void);
int __VERIFIER_nondet_int(void);
int a[20000];
int main(void) {
  int key = __VERIFIER_nondet_int();
  for (int i = 0; i < 20000; i++)
    a[i] = 7;
  if (3 * key + 5 == 370004)
    a[19999] = 8;
  for (int i = 0; i < 20000; i++)
    if (a[i] != 7)
      __VERIFIER_error();
  return 0;
}
