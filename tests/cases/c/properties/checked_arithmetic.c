// rmt: check --check div,shift,overflow => safe
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 30) //=> division by zero: if (n < 0 || n > 30)
    return 0;
  int bit = 1 << n; //=> shift: int bit = 1 << (n + 2);
  return bit / n;
}
