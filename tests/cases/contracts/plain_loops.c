// rmt: verify => verified
// Loops and recursion of which no contract says what they do.
#include <stddef.h>

int count(int n)
__CPROVER_requires(0 <= n && n <= 1000)
__CPROVER_assigns()
__CPROVER_ensures(__CPROVER_return_value == n) //=> __CPROVER_ensures(__CPROVER_return_value == n + 1)
{
  int s = 0;
  for (int i = 0; i < n; i++) //=> for (int i = 0; i <= n; i++)
    s++;
  return s;
}

void clear(char *p, size_t n)
__CPROVER_requires(n < 1000 && __CPROVER_is_fresh(p, n)) //=> __CPROVER_requires(n < 1000 && __CPROVER_is_fresh(p, n / 2))
__CPROVER_assigns(__CPROVER_object_whole(p)) //=> __CPROVER_assigns()
{
  for (size_t i = 0; i < n; i++)
    p[i] = 0;
}

void few(char *p, size_t n)
__CPROVER_requires(n <= 4 && __CPROVER_is_fresh(p, n))
__CPROVER_assigns(__CPROVER_object_whole(p))
__CPROVER_ensures(__CPROVER_forall { size_t k; k < n ==> p[k] == 3 })
{
  for (size_t i = 0; i < n; i++)
    p[i] = 3; //=> p[i] = i;
}

size_t length(const char *s, size_t n)
__CPROVER_requires(0 < n && n < 1000 && __CPROVER_is_fresh(s, n) && s[n - 1] == 0) //=> __CPROVER_requires(0 < n && n < 1000 && __CPROVER_is_fresh(s, n))
__CPROVER_assigns()
__CPROVER_ensures(__CPROVER_return_value < n)
{
  size_t i = 0;
  while (s[i])
    i++;
  return i;
}

struct node { int value; struct node *next; };

int third(struct node *list)
__CPROVER_requires(__CPROVER_is_fresh(list, sizeof *list) && __CPROVER_is_fresh(list->next, sizeof *list) && __CPROVER_is_fresh(list->next->next, sizeof *list))
__CPROVER_requires(list->next->next->next == NULL) //=>
__CPROVER_assigns()
__CPROVER_ensures(__CPROVER_return_value == __CPROVER_old(list->next->next->value))
{
  while (list->next) //=> while (list)
    list = list->next;
  return list->value;
}

static unsigned digits(unsigned n) { return n < 10 ? 1 : 1 + digits(n / 10); }

unsigned width(unsigned n)
__CPROVER_requires(n < 10000) //=> __CPROVER_requires(n < 100000)
__CPROVER_assigns()
__CPROVER_ensures(1 <= __CPROVER_return_value && __CPROVER_return_value <= 4)
{
  return digits(n);
}
