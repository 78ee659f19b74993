// rmt: check --check none --bound 2 => safe
int __VERIFIER_nondet_int(void);
void __VERIFIER_assert(int);

int main(void) {
  static void *table[] = {&&a, &&b, &&c};  //=> static void *table[] = {&&a, &&c, &&b};
  static const int distances[] = {&&a - &&a, &&b - &&a};
  int n = __VERIFIER_nondet_int(), r = 0, again = 0;
  if (n < 0 || n > 2) return 0;
  goto *table[n];
a:
  r = 1;
  goto done;
b:
  r = 2;
  goto done;
c:
  r = 3;
done:
  __VERIFIER_assert(r == n + 1);
  if (n == 1 && !again) {
    again = 1;
    goto *(&&a + distances[1]);
  }
  return 0;
}
