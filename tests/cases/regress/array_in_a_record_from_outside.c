// rmt: check --bound 2 => unsafe (not natively)
// Nobody knows where a record from outside ends: its array may be left for the next member.
#include <assert.h>

struct entry {
  char key[8];
  int value;
};

extern struct entry *get(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  struct entry *e = get();
  int i = __VERIFIER_nondet_int();
  if (!e || i < 0 || i > 8) return 0;
  e->value = 7;
  e->key[i] = 1;
  assert(e->value == 7);  //~ assertion `e->value == 7`
}
