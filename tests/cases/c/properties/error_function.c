// rmt: check --check none --error-function panic => unsafe
extern int __VERIFIER_nondet_int(void);
extern void panic(const char *);

int main(void) {
  if (__VERIFIER_nondet_int() == 3)
    panic("three"); //~ panic() is called
  return 0;
}
