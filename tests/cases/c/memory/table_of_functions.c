// rmt: check --check deref --bound 4 => safe
// What a constant table holds is the program's: where it may be null, it must not be called.
#include <stddef.h>

static int is_more(int a) { return a > 0; }
static int is_less(int a) { return a < 0; }

struct operation {
  int key;
  int (*run)(int);
};
static const struct operation operations[] = {{1, is_more}, {2, is_less}, {0, NULL}};

int main(int argc, char **argv) {
  const struct operation *at = operations;
  while (at->key != 0 && at->key != argc) at++;
  if (at->key == 0) return 2; //=> no function of matching type: if (at->key > 2) return 2;
  return at->run(argc);
}
