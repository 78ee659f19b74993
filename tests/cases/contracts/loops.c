// rmt: verify => verified
// Loops by their invariants.
#include <stddef.h>

void fill(unsigned char *p, size_t n)
__CPROVER_requires(n < 1000 && __CPROVER_is_fresh(p, n))
__CPROVER_assigns(__CPROVER_object_upto(p, n)) //=> __CPROVER_assigns(__CPROVER_object_upto(p, n - 1))
__CPROVER_ensures(__CPROVER_forall { size_t k; k < n ==> p[k] == 7 }) //=> __CPROVER_ensures(__CPROVER_forall { size_t k; k <= n ==> p[k] == 7 })
{
  size_t i;
  for (i = 0; i < n; i++) //=> for (i = 1; i < n; i++)
  __CPROVER_assigns(i, __CPROVER_object_upto(p, n)) //=> __CPROVER_assigns(i)
  __CPROVER_loop_invariant(i <= n) //=> __CPROVER_loop_invariant(i < n)
  __CPROVER_loop_invariant(__CPROVER_forall { size_t k; k < i ==> p[k] == 7 }) //=> __CPROVER_loop_invariant(i >= 0)
  __CPROVER_decreases(n - i) //=> __CPROVER_decreases(n)
  {
    p[i] = 7; //=> p[i] = 8;
  }
}

int sum(int n)
__CPROVER_requires(0 <= n && n < 100)
__CPROVER_assigns()
__CPROVER_ensures(__CPROVER_return_value == n * (n + 1) / 2)
{
  int i = 0, s = 0;
  while (i < n)
  __CPROVER_assigns(i, s) //=> __CPROVER_assigns(i)
  __CPROVER_loop_invariant(0 <= i && i <= n && 2 * s == i * (i + 1)) //=> __CPROVER_loop_invariant(0 <= i && i <= n && s <= 5000)
  __CPROVER_decreases(n - i)
  {
    i++;
    s += i; //=> s += i - 1;
  }
  return s;
}

int first_zero(const int *a, int n)
__CPROVER_requires(0 <= n && n <= 10 && __CPROVER_is_fresh(a, 10 * sizeof *a))
__CPROVER_assigns()
__CPROVER_ensures(__CPROVER_return_value == -1 || (0 <= __CPROVER_return_value && __CPROVER_return_value < n && a[__CPROVER_return_value] == 0))
{
  int i = 0;
  do
    if (i >= n || a[i] == 0) //=> if (i >= n || a[i] == 1)
      return i < n ? i : -1; //=> return i;
  while (i++ < n)
  __CPROVER_assigns(i)
  __CPROVER_loop_invariant(0 <= i && i <= n) //=> __CPROVER_loop_invariant(i <= n)
  __CPROVER_decreases(n - i);
  return -1;
}

int written_out(const int *a)
__CPROVER_requires(__CPROVER_is_fresh(a, 4 * sizeof *a))
__CPROVER_requires(__CPROVER_forall { int k; (0 <= k && k < 4) ==> (0 <= a[k] && a[k] <= 10) })
__CPROVER_assigns()
__CPROVER_ensures(0 <= __CPROVER_return_value && __CPROVER_return_value <= 40) //=> __CPROVER_ensures(0 <= __CPROVER_return_value && __CPROVER_return_value < 40)
{
  int s = 0;
  for (int i = 0; i < 4; i++) //=> for (int i = 0; i < 5; i++)
    s += a[i];
  return s;
}
