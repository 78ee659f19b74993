// rmt: check --int bits --bound 4 => safe
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

struct state {
  unsigned top;
  unsigned short cell[4];
  unsigned sum;
};

int main(void) {
  static struct state s[2];
  unsigned which = __VERIFIER_nondet_uint(), i = __VERIFIER_nondet_uint();
  if (which > 1 || i > 3) return 0;  //=> if (which > 1 || i > 4) return 0;
  s[which].cell[i] = 5;
  s[which].sum = s[which].cell[i] + s[which].top;
  assert(s[which].sum == 5 && s[1 - which].cell[i] == 0);  //=> assert(s[which].top == 5);
}
