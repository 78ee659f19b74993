// rmt: check --bound 16 => safe
// Records with an array of bytes go through a ring. Nothing is unknown here, so nothing is left to decide.
#include <assert.h>

struct item {
  char key[8];
  int op;
};
struct ring {
  struct item slot[8];
  unsigned head, tail;
};
static struct ring r;

int main(void) {
  for (int i = 0; i < 16; i++) {
    struct item in;
    for (int k = 0; k < 8; k++) in.key[k] = (char)('a' + (i + k) % 26);
    in.op = i;
    r.slot[r.tail % 8] = in;
    r.tail++;
    struct item out = r.slot[r.head % 8];
    r.head++;
    assert(out.op == i && out.key[i % 8] == 'a' + (i + i % 8) % 26);  //=> assert(out.op == i && out.key[i % 8] != 'w');
  }
  return 0;
}
