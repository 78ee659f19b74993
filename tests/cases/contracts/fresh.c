// rmt: verify => verified
// Blocks that are fresh are apart; pointers that are said to be accessible may be the same.
#include <stddef.h>
#include <stdlib.h>

void apart(int *p, int *q)
__CPROVER_requires(__CPROVER_is_fresh(p, sizeof *p))
__CPROVER_requires(__CPROVER_is_fresh(q, sizeof *q)) //=> __CPROVER_requires(__CPROVER_rw_ok(q, sizeof *q))
__CPROVER_assigns(*p)
__CPROVER_ensures(*q == __CPROVER_old(*q))
{
  *p = 1;
}

void may_be_the_same(int *p, int *q)
__CPROVER_requires(__CPROVER_rw_ok(p, sizeof *p))
__CPROVER_requires(__CPROVER_rw_ok(q, sizeof *q))
__CPROVER_assigns(*p)
__CPROVER_ensures(*p == 1 && (p == q || *q == __CPROVER_old(*q) || __CPROVER_same_object(p, q))) //=> __CPROVER_ensures(*p == 1 && *q == __CPROVER_old(*q))
{
  *p = 1;
}

int *make(int v)
__CPROVER_assigns()
__CPROVER_ensures(__CPROVER_return_value == NULL || (__CPROVER_is_fresh(__CPROVER_return_value, sizeof(int)) && *__CPROVER_return_value == v))
{
  int *p = malloc(sizeof *p);
  if (p)
    *p = v; //=> *p = v + 1;
  return p; //=> static int s; s = v; return &s;
}

int five(void)
__CPROVER_assigns()
__CPROVER_ensures(__CPROVER_return_value == 5 || __CPROVER_return_value == 0)
{
  int *a = make(2), *b = make(3);
  if (!a || !b)
    return 0;
  *a = 2;
  return *a + *b; //=> *a = 3; return *a + *b;
}

int same_by_condition(int *p, int *q)
__CPROVER_requires(__CPROVER_is_fresh(p, sizeof *p))
__CPROVER_requires(q == p)
__CPROVER_assigns(*p)
__CPROVER_ensures(__CPROVER_return_value == 2) //=> __CPROVER_ensures(__CPROVER_return_value == 1)
{
  *p = 1;
  *q = 2;
  return *p;
}

int last(const char *p, size_t n)
__CPROVER_requires(n > 0 && __CPROVER_is_fresh(p, n)) //=> __CPROVER_requires(__CPROVER_is_fresh(p, n))
__CPROVER_assigns()
{
  return p[n - 1]; //=> return p[n];
}

int perhaps(int *p, int c)
__CPROVER_requires(c ==> __CPROVER_is_fresh(p, sizeof *p))
__CPROVER_assigns(c != 0 : *p) //=> __CPROVER_assigns(c == 0 : *p)
{
  if (c) //=> if (p)
    *p = 1;
  return 0;
}
