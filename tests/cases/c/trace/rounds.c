// rmt: check --bound 8 => unsafe
// Rounds of a loop stand once, neighbours in an array together, inputs are as small as the violation allows, and what a
// condition does not come to is not shown.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);

struct item {
  int weight;
};

static int total(const int *at, int n) {
  int sum = 0, i = 0;
  while (i < n) {
    if (at[i] > 3)
      sum += at[i];
    i++;
  }
  return sum;
}

int main(void) {
  int weights[5] = {9, 9, 9};
  struct item *none = 0;
  for (int i = 0; i < 5; i++) {
    weights[i] = __VERIFIER_nondet_int();
    if (weights[i] < 0 || weights[i] > 1000)
      return 0;
  }
  if (none && none->weight > 2)
    return 0;
  __VERIFIER_assert(total(weights, 5) < 80); //~ total(weights, 5) < 80
  return 0;
}
