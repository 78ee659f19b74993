// rmt: check --check none => unsafe (not natively)
// Where blocks lie is not known.
void __VERIFIER_assert(int);

int main(void) {
  int a, b;
  unsigned long x = (unsigned long)&a, y = (unsigned long)&b;
  __VERIFIER_assert(x < y);  //~ __VERIFIER_assert
  return 0;
}
