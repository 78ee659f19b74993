// rmt: verify => verified
// Conditions that are functions, which speak of pointers.
#include <stdbool.h>
#include <stddef.h>

struct buffer { unsigned char *bytes; size_t length, room; };

static bool valid(const struct buffer *b) {
  return b != NULL && ((b->room == 0 && b->length == 0 && b->bytes == NULL) ||
                       (b->room > 0 && b->length <= b->room && __CPROVER_rw_ok(b->bytes, b->room)));
}

bool put(struct buffer *b, unsigned char c)
__CPROVER_requires(__CPROVER_is_fresh(b, sizeof *b) && valid(b)) //=> __CPROVER_requires(__CPROVER_is_fresh(b, sizeof *b))
__CPROVER_assigns(b->length, __CPROVER_object_whole(b->bytes)) //=> __CPROVER_assigns(b->length)
__CPROVER_ensures(valid(b))
__CPROVER_ensures(__CPROVER_return_value ==> b->length == __CPROVER_old(b->length) + 1)
{
  if (b->length == b->room) //=> if (b->length > b->room)
    return false;
  b->bytes[b->length++] = c; //=> b->bytes[++b->length] = c;
  return true;
}

bool put_two(struct buffer *b)
__CPROVER_requires(__CPROVER_is_fresh(b, sizeof *b) && valid(b)) //=> __CPROVER_requires(__CPROVER_is_fresh(b, sizeof *b))
__CPROVER_assigns(b->length, __CPROVER_object_whole(b->bytes)) //=> __CPROVER_assigns(b->length)
__CPROVER_ensures(valid(b))
__CPROVER_ensures(__CPROVER_return_value ==> b->length == __CPROVER_old(b->length) + 2)
{
  return put(b, 1) && put(b, 2); //=> return put(b, 1) || put(b, 2);
}

struct pair { struct buffer first; struct buffer *second; };

static bool pair_is_valid(const struct pair *p) { return valid(&p->first) && valid(p->second); }

size_t all(struct pair *p)
__CPROVER_requires(__CPROVER_is_fresh(p, sizeof *p) && __CPROVER_is_fresh(p->second, sizeof *p->second))
__CPROVER_requires(pair_is_valid(p)) //=> __CPROVER_requires(valid(&p->first))
__CPROVER_requires(p->first.room < 1000 && p->second->room < 1000)
__CPROVER_assigns()
__CPROVER_ensures(__CPROVER_return_value < 2000) //=> __CPROVER_ensures(__CPROVER_return_value < 1998)
{
  return p->first.length + p->second->length + (p->second->room ? p->second->bytes[0] & 1 : 0);
}

/* What is said under a condition is said there alone. */
void perhaps(int *p, int *q, int c, int d)
__CPROVER_requires(c ==> __CPROVER_is_fresh(p, sizeof *p))
__CPROVER_requires(d ==> __CPROVER_is_fresh(q, sizeof *q))
__CPROVER_assigns(c: *p; d: *q)
{
  if (c)
    *p = 1;
  if (d) //=> if (d || c)
    *q = 2;
}

void one_of_two(int *p, int c)
__CPROVER_requires(__CPROVER_is_fresh(p, sizeof *p))
__CPROVER_assigns(*p)
{
  perhaps(p, p, c != 0, !c); //=> perhaps(p, p, c != 0, c);
}

int *picked(int *p)
__CPROVER_requires(p == NULL || __CPROVER_rw_ok(p, sizeof *p))
__CPROVER_assigns()
__CPROVER_ensures(__CPROVER_is_fresh(__CPROVER_return_value, sizeof *p) || __CPROVER_return_value == NULL || __CPROVER_return_value == p) //=> __CPROVER_ensures(__CPROVER_is_fresh(__CPROVER_return_value, sizeof *p) || __CPROVER_return_value == p)
{
  return p == NULL ? p : NULL; //=> return p + 1;
}

void use(int *p)
__CPROVER_requires(__CPROVER_rw_ok(p, sizeof *p))
__CPROVER_assigns(*p) //=> __CPROVER_assigns()
{
  int *q = picked(p);
  if (q) //=>
    *q = 1;
}
