// prove: shrink --check none => safe
void __VERIFIER_error(void);
int __VERIFIER_nondet_int(void);
void check(int holds) {
  if (!holds)
    __VERIFIER_error();
}
int main(void) {
  int a[100000], b[100000], c[100000];
  int i;
  for (i = 0; i < 100000; i++)
    a[i] = __VERIFIER_nondet_int();
  for (i = 0; i < 100000; i++)
    b[i] = a[i]; //=> b[i] = a[i] + (i == 70000);
  for (i = 0; i < 100000; i++) //=> for (i = 0; i < 99999; i++)
    c[i] = b[i];
  for (i = 0; i < 100000; i++)
    check(a[i] == c[i]); //=> check(a[i] == c[99999 - i]);
  return 0;
}
