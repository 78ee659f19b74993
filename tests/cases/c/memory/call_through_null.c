// rmt: check --check deref => unsafe
extern int __VERIFIER_nondet_int(void);

void handle(void) {}

int main(void) {
  void (*f)(void) = 0;
  if (__VERIFIER_nondet_int() != 5)
    f = handle;
  f(); //~ no function of matching type
  return 0;
}
