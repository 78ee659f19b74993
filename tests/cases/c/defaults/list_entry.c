// rmt: check => safe
#include <assert.h>
#include <stddef.h>

struct list { struct list *next; };
struct item { int value; struct list link; };

#define entry(p, T, m) ({ const typeof(((T *)0)->m) *at = (p); (T *)((char *)at - offsetof(T, m)); })
#define each(i, head, m) \
  for (i = entry((head)->next, typeof(*i), m); &i->m != (head); i = entry(i->m.next, typeof(*i), m))

int main(void) {
  struct list head;
  struct item a = {1, {&head}}, b = {2, {&a.link}}, *i;
  head.next = &b.link;
  int sum = 0;
  each(i, &head, link) sum = sum * 10 + i->value;
  assert(sum == 21); //=> assert(sum == 12);
}
