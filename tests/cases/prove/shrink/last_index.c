// prove: shrink --check none => safe, mutants unsafe
// Where an element is for the last time.
void __VERIFIER_error(void);
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  int a[n], wanted = __VERIFIER_nondet_int();
  unsigned last = n;
  for (unsigned i = 0; i < n; i++) //=> for (unsigned i = 1; i < n; i++)
    if (a[i] == wanted) //=> if (a[i] == wanted && last == n)
      last = i; //=> last = i / 2;
  if (last < n && a[last] != wanted)
    __VERIFIER_error();
  for (unsigned i = 0; i < n; i++)
    if (a[i] == wanted && (last == n || i > last))
      __VERIFIER_error();
  return 0;
}
