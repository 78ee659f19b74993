// rmt: check => safe
// A function whose result nobody wants is called through a pointer to one that has none.
void __VERIFIER_assert(int);

static int calls;

static int counted(void) {
  calls++;
  return calls;
}

static void twice(void) { calls += 2; }

int main(void) {
  void (*act)(void) = (void (*)(void))counted;
  act();
  __VERIFIER_assert(calls == 1);  //=> __VERIFIER_assert(calls == 0);
  act = twice;
  act();
  __VERIFIER_assert(calls == 3);  //=> __VERIFIER_assert(calls == 2);
  return 0;
}
