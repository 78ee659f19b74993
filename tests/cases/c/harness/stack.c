// rmt: check --entry push => safe
// A stack with its own array.
#include <assert.h>

struct stack { int items[4]; int top; };

int push(struct stack *s, int item) {
  if (!s) return 0;
  if (s->top < 0 || s->top >= 4) return 0; //=> if (s->top < 0 || s->top > 4) return 0;
  s->items[s->top++] = item;
  assert(s->items[s->top - 1] == item && s->top > 0);
  return 1;
}
