// rmt: check --check none => unsafe (not natively)
// The address is looked at without a cast.
void __VERIFIER_assert(int);

union word {
  int *pointer;
  unsigned long number;
};

int main(void) {
  int x;
  union word w;
  w.pointer = &x;
  __VERIFIER_assert(w.number % 64 == 0);  //~ __VERIFIER_assert
  return 0;
}
