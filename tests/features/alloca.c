// Blocks of alloca live until the function returns.
static long helper(int n) {
  T *p = __builtin_alloca(n * sizeof *p), *last = 0; long sum = 0;
  for (int i = 0; i < n; i++) { T *q = __builtin_alloca(sizeof *q); *q = (T)(B + i); p[i] = *q; if (last) sum += *last; last = q; }
  for (int i = 0; i < n; i++) sum += p[i];
  return sum;
}
void feature(void) { SEE(helper(A)); SEE(helper(1)); SEE(helper(2)); }
