// rmt check samples/arena_fixed.c --bound 3: safe
/*
 * An arena: memory is handed out from one block, and given back at once.
 */
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#define SIZE 64

struct arena {
  char room[SIZE];
  unsigned used;
};

struct point {
  int x, y;
};

static _Alignas(8) struct arena arena;

static void *take(unsigned size) {
  void *at;
  size = (size + 7) / 8 * 8;  //=> size = size / 8 * 8;
  if (size > SIZE - arena.used)
    return 0;
  at = arena.room + arena.used;
  arena.used += size;
  return at;
}

static void reset(void) {
  arena.used = 0;
}

int main(void) {
  int count = 0;
  struct point *first = take(sizeof *first);
  first->x = 1;
  first->y = 2;
  for (int i = 0; i < 9; i++) {
    struct point *p = take(sizeof *p);
    if (p) {
      p->x = __VERIFIER_nondet_int();
      p->y = i;
      count++;
    }
  }
  assert(count == SIZE / 8 - 1);
  assert(arena.used == SIZE);
  assert(first->x == 1 && first->y == 2);
  reset();
  char *letter = take(1);
  struct point *last = take(sizeof *last);
  *letter = 'a';
  last->x = 0;
  assert(*letter == 'a' && (char *)last == letter + 8);
  return 0;
}
