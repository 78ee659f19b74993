// rmt: check --check none --float ieee => safe
void __VERIFIER_assert(int);

struct sample { float value; int count; } samples[2];

int main(void) {
  int n = 16777217;
  float near = n;
  __VERIFIER_assert((int)near == 16777216);  //=> __VERIFIER_assert((int)near == n);
  __VERIFIER_assert((int)(double)n == n);
  __VERIFIER_assert((int)-2.75 == -2 && (unsigned char)200.5f == 200);  //=> __VERIFIER_assert((int)-2.75 == -3);
  __VERIFIER_assert((float)4294967295u == 4294967296.0f);  //=> __VERIFIER_assert((float)4294967295u == 4294967295.0);
  __VERIFIER_assert((long double)0.1 == 0.1L || 0.1L != 0.1);  //=> __VERIFIER_assert(0.1L == 0.1);
  samples[1].value += 0.5;
  samples[1].value++;
  __VERIFIER_assert(samples[1].value == 1.5f && samples[0].value == 0);  //=> __VERIFIER_assert(samples[1].value == 1);
  __VERIFIER_assert((_Bool)0.25 && !samples[0].value);
  return 0;
}
