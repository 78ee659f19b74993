// rmt: check --bound 4 => safe
// One function works on arrays that are members of different records, at different places, and on one that is none.
#include <assert.h>
#include <stdlib.h>

struct first {
  int a;
  int cells[3];
  int b;
};

struct second {
  int cells[2];
  int c;
};

static void fill(int *cells, int count, int value) {
  for (int i = 0; i < count; i++)
    cells[i] = value;
}

static struct second *make(void) {
  struct second *made = malloc(sizeof *made);
  if (!made) exit(1);
  return made;
}

int main(void) {
  struct first f[2] = {{1, {0}, 2}, {3, {0}, 4}};
  struct second *s = make();
  int own[4];
  s->c = 5;
  fill(f[1].cells, 3, 6);  //=> fill(f[1].cells, 4, 6);
  fill(s->cells, 2, 7);  //=> fill(s->cells, 3, 7);
  fill(own, 4, 8);  //=> (not natively) fill(own, 5, 8);
  assert(f[1].a == 3 && f[1].b == 4 && f[0].b == 2 && s->c == 5);  //=> assert(s->c == 7);
  assert(f[1].cells[2] == 6 && f[0].cells[2] == 0 && s->cells[0] == 7 && own[3] == 8);  //=> assert(own[3] == 7);
  free(s);
}
