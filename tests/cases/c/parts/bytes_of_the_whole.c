// rmt: check --bound 13 => safe
// Another pointer walks over all bytes of the record.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

struct entry {
  int value;
  char key[4];
  int last;
};

int main(void) {
  struct entry e = {0, "abc", 0};
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 3) return 0;
  unsigned char *p = (unsigned char *)&e;
  for (unsigned n = 0; n < sizeof e; n++)
    if (n != 5) p[n] = 0;  //=> p[n] = 0;
  assert(e.key[i] == (i == 1 ? 'b' : 0));  //=> assert(e.key[i] == 0);
}
