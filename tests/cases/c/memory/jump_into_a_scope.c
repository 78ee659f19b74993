// rmt: check --check deref --bound 4 => safe
// A variable that a jump passes by has a block nonetheless, a new one each time.
int __VERIFIER_nondet_int(void);

static void set(int *p) { *p = 1; }

int main(void) {
  int sum = 0;
  for (int i = 0; i < 2; i++) {
    switch (__VERIFIER_nondet_int()) {
      int t;
      case 1:
        set(&t);  //=> set(&t + 1);
        sum += t;
        break;
      default: sum++;
    }
  }
  int again = 0;
  goto inside;
  {
    int x;
  inside:
    set(&x);  //=> set(&x - 1);
    sum += x;
  }
  if (!again++) goto inside;
  return sum;
}
