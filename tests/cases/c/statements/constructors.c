// rmt: check --check none => safe
void __VERIFIER_assert(int);

static int x = 1;

__attribute__((constructor(200))) static void second(void) { x = x * 2; }  //=> __attribute__((constructor(101))) static void second(void) { x = x * 2; }
__attribute__((constructor(150))) static void first(void) { x = x + 5; }  //=> static void first(void) { x = x + 5; }

int main(void) {
  __VERIFIER_assert(x == 12);
  return 0;
}
