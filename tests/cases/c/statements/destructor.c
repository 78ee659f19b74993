// rmt: check --check none => unsafe
void __VERIFIER_assert(int);

static int x;

__attribute__((destructor)) static void last(void) {
  __VERIFIER_assert(x == 0);  //~ __VERIFIER_assert
}

int main(void) {
  x = 1;
  return 0;
}
