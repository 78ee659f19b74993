// rmt: check --check none => unsafe (not natively)
void __VERIFIER_assert(int);

static unsigned long place(void) {
  int x;
  return (unsigned long)&x;
}

int main(void) {
  unsigned long a = place(), b = place();
  __VERIFIER_assert(a != b);  //~ __VERIFIER_assert
  return 0;
}
