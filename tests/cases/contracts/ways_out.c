// rmt: verify => verified
// What stands behind the last round of a loop is none of what its clause is about.
#include <stddef.h>

int find(const int *a, size_t n, size_t *at)
__CPROVER_requires(n < 1000 && __CPROVER_is_fresh(a, n * sizeof(int)) && __CPROVER_is_fresh(at, sizeof *at))
__CPROVER_assigns(*at) //=> __CPROVER_assigns()
__CPROVER_ensures(__CPROVER_return_value ==> *at < n && a[*at] == 0) //=> __CPROVER_ensures(*at < n)
{
  for (size_t i = 0; i < n; i++)
  __CPROVER_assigns(i)
  __CPROVER_loop_invariant(i <= n)
  {
    if (a[i] == 0) {
      *at = i; //=> *at = i + 1;
      return 1;
    }
    if (a[i] < 0) continue; //=> { *at = i; continue; }
  }
  return 0;
}

unsigned has(unsigned n, unsigned k)
__CPROVER_assigns()
__CPROVER_ensures(__CPROVER_return_value == (k < n)) //=> __CPROVER_ensures(__CPROVER_return_value == 0)
{
  unsigned flag = 0;
  for (unsigned i = 0; i < n; i++)
  __CPROVER_assigns(i)
  __CPROVER_loop_invariant(i <= n && i <= k && flag == 0)
  {
    if (i == k) {
      flag = 1;
      break; //=> continue;
    }
  }
  return flag;
}

int two(const char *a, int *seen, int n)
__CPROVER_requires(n > 0 && n < 100 && __CPROVER_is_fresh(a, n) && __CPROVER_is_fresh(seen, sizeof *seen))
__CPROVER_assigns(*seen)
__CPROVER_ensures(1)
{
  for (int i = 0; i < n; i++)
  __CPROVER_assigns(i)
  __CPROVER_loop_invariant(0 <= i && i <= n)
  {
    for (int j = 0; j < n; j++)
    __CPROVER_assigns(j)
    __CPROVER_loop_invariant(0 <= j && j <= n)
    {
      if (a[i] + a[j] == 7) {
        *seen = i;
        goto out; //=> break;
      }
    }
  }
  return 0;
out:
  return 1;
}

void last(int *to, int n)
__CPROVER_requires(n >= 0 && __CPROVER_is_fresh(to, sizeof *to))
__CPROVER_assigns(*to)
__CPROVER_ensures(*to == __CPROVER_old(*to) || *to == n) //=> __CPROVER_ensures(*to == __CPROVER_old(*to))
{
  for (int i = 0; i < n; i++)
  __CPROVER_loop_invariant(0 <= i && i <= n)
  {
    if (i == 5) {
      *to = n;
      return;
    }
  }
}
