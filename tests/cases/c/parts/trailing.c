// rmt: check --bound 6 => safe
// The last array of a record goes on behind it where the block does.
#include <assert.h>
#include <stdlib.h>

struct text {
  int length;
  char room[2];
};

int main(void) {
  struct text *t = malloc(sizeof *t + 4);
  if (!t) return 0;
  t->length = 6;
  for (int i = 0; i < t->length; i++) t->room[i] = 'x';  //=> for (int i = 0; i < 9; i++) t->room[i] = 'x';
  assert(t->length == 6 && t->room[5] == 'x');  //=> assert(t->length == 5);
  free(t);
}
