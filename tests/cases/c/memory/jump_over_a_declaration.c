// rmt: check --check none => safe
// The variable has some value of its type.
int __VERIFIER_nondet_int(void);
void __VERIFIER_assert(int);

int main(void) {
  if (__VERIFIER_nondet_int()) goto in;
  {
    int x;
    x = 3;
  in:;
    long y = x;
    __VERIFIER_assert(y <= 2147483647L);  //=> (not natively) __VERIFIER_assert(y <= 3);
  }
  return 0;
}
