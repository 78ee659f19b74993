// prove: shrink --check none => unsafe
// The last element is not copied: a violation in the 20,000th iteration of the last loop.
void __VERIFIER_error(void);
int __VERIFIER_nondet_int(void);
int a[20000], b[20000];
int main(void) {
  for (int i = 0; i < 20000; i++)
    a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < 19999; i++)
    b[i] = a[i];
  for (int i = 0; i < 20000; i++)
    if (a[i] != b[i])
      __VERIFIER_error();
  return 0;
}
