// rmt: check --check overflow => unsafe
// What a check is about is said, with its value.
extern int __VERIFIER_nondet_int(void);

static int scale(int n, int factor) {
  int result;
  result = n * factor; //~ signed integer overflow
  return result;
}

int main(void) {
  int sum = 0;
  for (int i = 1; i < 3; i++)
    sum = scale(__VERIFIER_nondet_int(), i);
  return sum;
}
