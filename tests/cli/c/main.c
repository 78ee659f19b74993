extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern int half(int);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (half(n) == 21)
    reach_error();
  return 0;
}
