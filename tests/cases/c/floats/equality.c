// rmt: check --check none --bound 0 --float ieee => safe
// The zeros are equal, a NaN is nothing's equal, and both are so as conditions.
extern float __VERIFIER_nondet_float(void);
extern void __VERIFIER_assert(int condition);
int main(void)
{
  float x = __VERIFIER_nondet_float();
  float zero = 0.0f, none = zero / zero;
  __VERIFIER_assert(zero == -zero);  //=> __VERIFIER_assert(zero != -zero);
  __VERIFIER_assert(none != none);  //=> __VERIFIER_assert(none == none);
  __VERIFIER_assert(!-zero);  //=> __VERIFIER_assert(-zero);
  __VERIFIER_assert(none ? 1 : 0);  //=> __VERIFIER_assert(none ? 0 : 1);
  __VERIFIER_assert(x == x || x != x);  //=> __VERIFIER_assert(x == x);
  return 0;
}
