// rmt: verify => verified
// Data structures whose invariant is a function.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct ring {
  uint8_t *data;
  size_t capacity, head, count;
};

static bool ring_ok(const struct ring *r) {
  return r->capacity > 0 && r->capacity <= 1024 && r->head < r->capacity && r->count <= r->capacity;
}

bool ring_put(struct ring *r, uint8_t v)
__CPROVER_requires(__CPROVER_is_fresh(r, sizeof *r))
__CPROVER_requires(ring_ok(r) && __CPROVER_is_fresh(r->data, r->capacity)) //=> __CPROVER_requires(ring_ok(r) && __CPROVER_is_fresh(r->data, r->capacity - 1))
__CPROVER_assigns(r->count, __CPROVER_object_whole(r->data)) //=> __CPROVER_assigns(r->head, __CPROVER_object_whole(r->data))
__CPROVER_ensures(ring_ok(r))
__CPROVER_ensures(__CPROVER_return_value == (__CPROVER_old(r->count) < r->capacity))
__CPROVER_ensures(__CPROVER_return_value ==> (r->count == __CPROVER_old(r->count) + 1 && r->data[(r->head + __CPROVER_old(r->count)) % r->capacity] == v))
{
  if (r->count == r->capacity) //=> if (r->count > r->capacity)
    return false;
  r->data[(r->head + r->count) % r->capacity] = v; //=> r->data[r->head + r->count] = v;
  r->count++; //=> ;
  return true;
}

bool ring_get(struct ring *r, uint8_t *out)
__CPROVER_requires(__CPROVER_is_fresh(r, sizeof(struct ring)) && __CPROVER_is_fresh(out, sizeof(*out)))
__CPROVER_requires(ring_ok(r) && __CPROVER_is_fresh(r->data, r->capacity))
__CPROVER_assigns(r->head, r->count, *out) //=> __CPROVER_assigns(r->count, *out)
__CPROVER_ensures(ring_ok(r))
__CPROVER_ensures(__CPROVER_return_value ==> (*out == r->data[__CPROVER_old(r->head)] && r->count == __CPROVER_old(r->count) - 1))
__CPROVER_ensures(__CPROVER_return_value == (__CPROVER_old(r->count) > 0))
__CPROVER_ensures(!__CPROVER_return_value ==> (r->count == 0 && *out == __CPROVER_old(*out)))
{
  if (r->count == 0)
    return false;
  *out = r->data[r->head];
  r->head = r->head + 1 == r->capacity ? 0 : r->head + 1; //=> r->head++;
  r->count--;
  return true;
}

/* What goes in comes out. */
void ring_use(struct ring *r)
__CPROVER_requires(__CPROVER_is_fresh(r, sizeof *r))
__CPROVER_requires(ring_ok(r) && r->count == 0 && __CPROVER_is_fresh(r->data, r->capacity))
__CPROVER_assigns(*r, __CPROVER_object_whole(r->data))
{
  uint8_t v;
  ring_put(r, 42);
  bool ok = ring_get(r, &v);
  __CPROVER_assert(ok && v == 42, "first in, first out"); //=> __CPROVER_assert(ok && v == 43, "first in, first out");
}

struct builder {
  char *text;
  size_t length, room;
};

#define BUILDER_OK(b) ((b)->room > 0 && (b)->room <= 4096 && (b)->length < (b)->room && (b)->text[(b)->length] == 0)

bool builder_append(struct builder *b, const char *s, size_t n)
__CPROVER_requires(__CPROVER_is_fresh(b, sizeof *b) && 0 < b->room && b->room <= 4096 && __CPROVER_is_fresh(b->text, b->room) && BUILDER_OK(b))
__CPROVER_requires(n <= 4096 && __CPROVER_is_fresh(s, n))
__CPROVER_assigns(b->length, __CPROVER_object_whole(b->text))
__CPROVER_ensures(BUILDER_OK(b))
__CPROVER_ensures(__CPROVER_return_value ==> b->length == __CPROVER_old(b->length) + n)
__CPROVER_ensures(!__CPROVER_return_value ==> b->length == __CPROVER_old(b->length))
{
  if (n >= b->room - b->length) //=> if (n > b->room - b->length)
    return false;
  memcpy(b->text + b->length, s, n);
  b->length += n; //=> b->length = n;
  b->text[b->length] = 0; //=> ;
  return true;
}

struct builder *builder_new(size_t room)
__CPROVER_requires(0 < room && room <= 4096) //=> __CPROVER_requires(room <= 4096)
__CPROVER_assigns()
__CPROVER_ensures(__CPROVER_return_value == NULL || (__CPROVER_is_fresh(__CPROVER_return_value, sizeof(struct builder)) && __CPROVER_is_fresh(__CPROVER_return_value->text, room) && __CPROVER_return_value->room == room && __CPROVER_return_value->length == 0 && __CPROVER_return_value->text[0] == 0))
{
  struct builder *b = malloc(sizeof *b);
  if (!b)
    return NULL;
  b->text = malloc(room); //=> b->text = malloc(room - 1);
  if (!b->text) {
    free(b);
    return NULL;
  }
  b->text[0] = 0; //=> ;
  b->length = 0;
  b->room = room;
  return b;
}

struct node {
  int value;
  struct node *next;
};

/* A list of two, and one behind them: shape facts. */
void list_append(struct node *first, struct node *new)
__CPROVER_requires(__CPROVER_is_fresh(first, sizeof *first) && __CPROVER_is_fresh(first->next, sizeof *first) && first->next->next == NULL)
__CPROVER_requires(__CPROVER_is_fresh(new, sizeof *new))
__CPROVER_assigns(new->next, first->next->next) //=> __CPROVER_assigns(new->next, first->next)
__CPROVER_ensures(first->next->next == new && new->next == NULL && first->value == __CPROVER_old(first->value))
{
  struct node *last = first;
  while (last->next)
    last = last->next;
  last->next = new; //=> first->next = new;
  new->next = NULL; //=> ;
}

struct node *list_push(struct node *head, int v)
__CPROVER_requires(head == NULL || __CPROVER_is_fresh(head, sizeof *head))
__CPROVER_assigns()
__CPROVER_ensures(__CPROVER_is_fresh(__CPROVER_return_value, sizeof(struct node)) || __CPROVER_return_value == head)
__CPROVER_ensures(__CPROVER_return_value != head ==> (__CPROVER_return_value->next == head && __CPROVER_return_value->value == v))
{
  struct node *n = malloc(sizeof *n);
  if (n == NULL)
    return head;
  n->value = v;
  n->next = head; //=> n->next = NULL;
  return n;
}

struct stack {
  int items[64];
  int top;
};

void stack_push(struct stack *s, int v)
__CPROVER_requires(__CPROVER_is_fresh(s, sizeof *s) && 0 <= s->top && s->top < 64) //=> __CPROVER_requires(__CPROVER_is_fresh(s, sizeof *s) && 0 <= s->top && s->top <= 64)
__CPROVER_assigns(s->top, s->items[s->top]) //=> __CPROVER_assigns(s->top, s->items[0])
__CPROVER_ensures(s->top == __CPROVER_old(s->top) + 1 && s->items[s->top - 1] == v)
__CPROVER_ensures(__CPROVER_forall { int k; (0 <= k && k < 64 && k != s->top - 1) ==> s->items[k] == __CPROVER_old(*s).items[k] })
{
  s->items[s->top++] = v; //=> s->items[++s->top] = v;
}

int stack_pop(struct stack *s)
__CPROVER_requires(__CPROVER_is_fresh(s, sizeof *s) && 0 < s->top && s->top <= 64) //=> __CPROVER_requires(__CPROVER_is_fresh(s, sizeof *s) && 0 <= s->top && s->top <= 64)
__CPROVER_assigns(s->top)
__CPROVER_ensures(s->top == __CPROVER_old(s->top) - 1 && __CPROVER_return_value == s->items[s->top]) //=> __CPROVER_ensures(s->top == __CPROVER_old(s->top) && __CPROVER_return_value == s->items[s->top])
{
  return s->items[--s->top];
}

int rotate(struct stack *s)
__CPROVER_requires(__CPROVER_is_fresh(s, sizeof *s) && 2 <= s->top && s->top <= 64) //=> __CPROVER_requires(__CPROVER_is_fresh(s, sizeof *s) && 1 <= s->top && s->top <= 64)
__CPROVER_assigns(*s)
__CPROVER_ensures(s->top == __CPROVER_old(s->top))
__CPROVER_ensures(__CPROVER_return_value == __CPROVER_old(s->items[s->top - 1]) && s->items[s->top - 1] == __CPROVER_old(s->items[s->top - 2]))
{
  int a = stack_pop(s), b = stack_pop(s);
  stack_push(s, a);
  stack_push(s, b); //=> stack_push(s, a);
  return a;
}

/* A bit set. */
typedef struct { uint32_t words[8]; } set;

void set_add(set *s, unsigned i)
__CPROVER_requires(__CPROVER_is_fresh(s, sizeof *s) && i < 256) //=> __CPROVER_requires(__CPROVER_is_fresh(s, sizeof *s) && i <= 256)
__CPROVER_assigns(s->words[i / 32])
__CPROVER_ensures(s->words[i / 32] == (__CPROVER_old(s->words[i / 32]) | (1u << (i % 32))))
{
  s->words[i >> 5] |= 1u << (i & 31); //=> s->words[i >> 5] |= 1u << (i & 15);
}

/* A moving average with integers: Q8 */
typedef struct { int32_t state; uint8_t shift; } filter;

int32_t filter_step(filter *f, int16_t x)
__CPROVER_requires(__CPROVER_is_fresh(f, sizeof *f) && f->shift <= 8)
__CPROVER_requires(-(32768 << 8) <= f->state && f->state <= (32767 << 8))
__CPROVER_assigns(f->state)
__CPROVER_ensures(-(32768 << 8) <= f->state && f->state <= (32767 << 8))
__CPROVER_ensures(__CPROVER_return_value == f->state / 256)
{
  f->state += ((x * 256) - f->state) / (1 << f->shift); //=> f->state += ((x * 512) - f->state) / (1 << f->shift);
  return f->state / 256;
}
