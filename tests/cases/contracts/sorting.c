// rmt: verify => verified
// Arrays are put in order.
#include <stdbool.h>
#include <stddef.h>

void swap(int *a, int *b)
__CPROVER_requires(__CPROVER_is_fresh(a, sizeof *a) && __CPROVER_is_fresh(b, sizeof *b))
__CPROVER_assigns(*a, *b) //=> __CPROVER_assigns(*a)
__CPROVER_ensures(*a == __CPROVER_old(*b) && *b == __CPROVER_old(*a))
{
  int t = *a;
  *a = *b;
  *b = t; //=> *b = *a;
}

void insertion_sort(int *a, int n)
__CPROVER_requires(0 <= n && n <= 1000 && __CPROVER_is_fresh(a, n * sizeof *a))
__CPROVER_assigns(__CPROVER_object_whole(a))
__CPROVER_ensures(__CPROVER_forall { int k; (0 < k && k < n) ==> a[k - 1] <= a[k] }) //=> __CPROVER_ensures(__CPROVER_forall { int k; (0 < k && k < n) ==> a[k - 1] < a[k] })
{
  for (int i = 1; i < n; i++) //=> for (int i = 1; i < n - 1; i++)
  __CPROVER_assigns(i, __CPROVER_object_whole(a))
  __CPROVER_loop_invariant(1 <= i && (i <= n || n <= 1))
  __CPROVER_loop_invariant(__CPROVER_forall { int k; (0 < k && k < i) ==> a[k - 1] <= a[k] })
  __CPROVER_decreases(n - i)
  {
    int v = a[i], j = i;
    while (j > 0 && a[j - 1] > v) //=> while (j > 1 && a[j - 1] > v)
    __CPROVER_assigns(j, __CPROVER_object_whole(a))
    __CPROVER_loop_invariant(0 <= j && j <= i)
    __CPROVER_loop_invariant(__CPROVER_forall { int k; (0 < k && k < i && k != j) ==> a[k - 1] <= a[k] }) //=> __CPROVER_loop_invariant(__CPROVER_forall { int k; (0 < k && k < j) ==> a[k - 1] <= a[k] })
    __CPROVER_loop_invariant(j < i ==> (a[i - 1] <= a[i] && a[j] > v && (j > 0 ==> a[j - 1] <= a[j + 1])))
    __CPROVER_decreases(j)
    {
      a[j] = a[j - 1]; //=> a[j] = v;
      j--;
    }
    a[j] = v; //=> a[j] = v + 1;
  }
}

void selection_sort(int *a, size_t n)
__CPROVER_requires(n <= 100 && __CPROVER_is_fresh(a, n * sizeof(int)))
__CPROVER_assigns(__CPROVER_object_upto(a, n * sizeof(int)))
__CPROVER_ensures(__CPROVER_forall { size_t x; __CPROVER_forall { size_t y; (x < y && y < n) ==> a[x] <= a[y] } })
{
  for (size_t i = 0; i < n; i++)
  __CPROVER_assigns(i, __CPROVER_object_upto(a, n * sizeof(int)))
  __CPROVER_loop_invariant(i <= n)
  __CPROVER_loop_invariant(__CPROVER_forall { size_t x; __CPROVER_forall { size_t y; (x < i && x < y && y < n) ==> a[x] <= a[y] } })
  __CPROVER_decreases(n - i)
  {
    size_t m = i;
    for (size_t j = i + 1; j < n; j++) //=> for (size_t j = i + 2; j < n; j++)
    __CPROVER_assigns(j, m)
    __CPROVER_loop_invariant(i < j && j <= n && i <= m && m < n) //=> __CPROVER_loop_invariant(i < j && j <= n && m < n)
    __CPROVER_loop_invariant(__CPROVER_forall { size_t k; (i <= k && k < j) ==> a[m] <= a[k] })
    __CPROVER_decreases(n - j)
      if (a[j] < a[m]) //=> if (a[j] > a[m])
        m = j;
    int t = a[i];
    a[i] = a[m];
    a[m] = t; //=> a[m] = t + 1;
  }
}

/* All smaller ones come in front of all others. */
int partition(int *a, int n, int pivot)
__CPROVER_requires(0 <= n && n <= 1000 && __CPROVER_is_fresh(a, n * sizeof *a))
__CPROVER_assigns(__CPROVER_object_whole(a))
__CPROVER_ensures(0 <= __CPROVER_return_value && __CPROVER_return_value <= n)
__CPROVER_ensures(__CPROVER_forall { int k; (0 <= k && k < __CPROVER_return_value) ==> a[k] < pivot })
__CPROVER_ensures(__CPROVER_forall { int k; (__CPROVER_return_value <= k && k < n) ==> a[k] >= pivot })
{
  int lo = 0, hi = n; //=> int lo = 0, hi = n + 1;
  while (lo < hi)
  __CPROVER_assigns(lo, hi, __CPROVER_object_whole(a))
  __CPROVER_loop_invariant(0 <= lo && lo <= hi && hi <= n)
  __CPROVER_loop_invariant(__CPROVER_forall { int k; (0 <= k && k < lo) ==> a[k] < pivot })
  __CPROVER_loop_invariant(__CPROVER_forall { int k; (hi <= k && k < n) ==> a[k] >= pivot })
  __CPROVER_decreases(hi - lo)
  {
    if (a[lo] < pivot) { //=> if (a[lo] <= pivot) {
      lo++;
    } else {
      hi--; //=> ;
      int t = a[lo];
      a[lo] = a[hi];
      a[hi] = t; //=> a[hi] = a[lo];
    }
  }
  return lo;
}

void reverse(int *a, size_t n)
__CPROVER_requires(n <= 1000 && __CPROVER_is_fresh(a, n * sizeof *a))
__CPROVER_assigns(__CPROVER_object_whole(a))
__CPROVER_ensures(n > 0 ==> (a[0] == __CPROVER_old(n > 0 ? a[n - 1] : 0) && a[n - 1] == __CPROVER_old(n > 0 ? a[0] : 0)))
{
  if (n == 0)
    return;
  size_t i = 0, j = n - 1;
  while (i < j)
  __CPROVER_assigns(i, j, __CPROVER_object_whole(a))
  __CPROVER_loop_invariant(i + j == n - 1)
  __CPROVER_loop_invariant(i <= j + 1 && j < n)
  __CPROVER_loop_invariant(i == 0 ==> (a[0] == __CPROVER_loop_entry(a[0]) && a[n - 1] == __CPROVER_loop_entry(a[n - 1])))
  __CPROVER_loop_invariant(i > 0 ==> (a[0] == __CPROVER_loop_entry(a[n - 1]) && a[n - 1] == __CPROVER_loop_entry(a[0])))
  __CPROVER_decreases(j + 1 - i) //=> __CPROVER_decreases(i)
  {
    int t = a[i];
    a[i] = a[j];
    a[j] = t; //=> a[j - 1] = t;
    i++;
    j--; //=> i++;
  }
}

bool is_sorted(const int *a, size_t n)
__CPROVER_requires(n <= 1000 && __CPROVER_is_fresh(a, n * sizeof *a))
__CPROVER_assigns()
__CPROVER_ensures(__CPROVER_return_value == __CPROVER_forall { size_t k; (0 < k && k < n) ==> a[k - 1] <= a[k] })
{
  for (size_t i = 1; i < n; i++) //=> for (size_t i = 0; i < n; i++)
  __CPROVER_loop_invariant(1 <= i && (i <= n || n == 0))
  __CPROVER_loop_invariant(__CPROVER_forall { size_t k; (0 < k && k < i) ==> a[k - 1] <= a[k] })
    if (a[i - 1] > a[i]) //=> if (a[i - 1] >= a[i])
      return false;
  return true;
}
