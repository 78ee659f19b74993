// rmt: verify => verified
// Searching in arrays.
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

/* Half-open bounds of type size_t, over a sorted array: where to insert. */
size_t lower_bound(const int *a, size_t n, int v)
__CPROVER_requires(n <= 1000000 && __CPROVER_is_fresh(a, n * sizeof(int)))
__CPROVER_requires(__CPROVER_forall { size_t i; (0 < i && i < n) ==> a[i - 1] <= a[i] })
__CPROVER_assigns()
__CPROVER_ensures(__CPROVER_return_value <= n)
__CPROVER_ensures(__CPROVER_return_value < n ==> a[__CPROVER_return_value] >= v) //=> __CPROVER_ensures(__CPROVER_return_value < n ==> a[__CPROVER_return_value] > v)
__CPROVER_ensures(__CPROVER_return_value > 0 ==> a[__CPROVER_return_value - 1] < v)
{
  size_t lo = 0, hi = n; //=> size_t lo = 0, hi = n - 1;
  while (lo < hi) //=> while (lo <= hi)
  __CPROVER_assigns(lo, hi)
  __CPROVER_loop_invariant(lo <= hi && hi <= n)
  __CPROVER_loop_invariant(lo > 0 ==> a[lo - 1] < v) //=> __CPROVER_loop_invariant(lo > 0 ==> a[lo - 1] <= v)
  __CPROVER_loop_invariant(hi < n ==> a[hi] >= v)
  __CPROVER_decreases(hi - lo)
  {
    size_t mid = lo + (hi - lo) / 2; //=> size_t mid = (lo + hi + 1) / 2;
    if (a[mid] < v) //=> if (a[mid] <= v)
      lo = mid + 1; //=> lo = mid;
    else
      hi = mid; //=> hi = mid - 1;
  }
  return lo;
}

/* Full correctness: not found means that it is nowhere. */
int binary_search(const int *arr, int size, int key)
__CPROVER_requires(0 <= size && size <= 1000 && __CPROVER_is_fresh(arr, sizeof(int) * size))
__CPROVER_requires(__CPROVER_forall { int i; __CPROVER_forall { int j; (0 <= i && i < j && j < size) ==> arr[i] <= arr[j] } })
__CPROVER_ensures(-1 <= __CPROVER_return_value && __CPROVER_return_value < size)
__CPROVER_ensures(__CPROVER_return_value >= 0 ==> arr[__CPROVER_return_value] == key)
__CPROVER_ensures(__CPROVER_return_value == -1 ==> __CPROVER_forall { int i; (0 <= i && i < size) ==> arr[i] != key })
{
  int left = 0, right = size - 1; //=> int left = 1, right = size - 1;
  while (left <= right) //=> while (left < right)
  __CPROVER_loop_invariant(0 <= left && left <= size && -1 <= right && right < size)
  __CPROVER_loop_invariant(__CPROVER_forall { int i; (0 <= i && i < left) ==> arr[i] < key })
  __CPROVER_loop_invariant(__CPROVER_forall { int i; (right < i && i < size) ==> arr[i] > key })
  {
    int middle = left + (right - left) / 2;
    if (arr[middle] == key)
      return middle; //=> return left;
    if (arr[middle] < key)
      left = middle + 1; //=> left = middle + 2;
    else
      right = middle - 1; //=> right = middle - 2;
  }
  return -1; //=> return left;
}

/* The first place, or n. */
size_t find_first(const unsigned char *s, size_t n, unsigned char c)
__CPROVER_requires(__CPROVER_is_fresh(s, n))
__CPROVER_assigns()
__CPROVER_ensures(__CPROVER_return_value <= n)
__CPROVER_ensures(__CPROVER_return_value == n || s[__CPROVER_return_value] == c)
__CPROVER_ensures(__CPROVER_forall { size_t k; k < __CPROVER_return_value ==> s[k] != c })
{
  size_t i = 0; //=> size_t i = 1;
  for (; i < n; ++i) //=> for (; i < n; i += 2)
  __CPROVER_assigns(i)
  __CPROVER_loop_invariant(i <= n && __CPROVER_forall { size_t k; k < i ==> s[k] != c })
  __CPROVER_decreases(n - i)
  {
    if (s[i] == c) //=> if (s[i] > c)
      break;
  }
  return i;
}

/* The last one, downwards, by pointers. */
const char *find_last(const char *s, size_t n, char c)
__CPROVER_requires(n > 0 && n < 4096 && __CPROVER_is_fresh(s, n))
__CPROVER_assigns()
__CPROVER_ensures(__CPROVER_return_value == NULL || (__CPROVER_same_object(__CPROVER_return_value, s) && *__CPROVER_return_value == c))
__CPROVER_ensures(__CPROVER_return_value == NULL ==> __CPROVER_forall { size_t k; k < n ==> s[k] != c })
{
  const char *p = s + n; //=> const char *p = s + n - 1;
  while (p != s) //=> while (p > s + 1)
  __CPROVER_assigns(p)
  __CPROVER_loop_invariant(__CPROVER_same_object(p, s) && s <= p && p <= s + n)
  __CPROVER_loop_invariant(__CPROVER_forall { size_t k; ((size_t)(p - s) <= k && k < n) ==> s[k] != c })
  __CPROVER_decreases(p - s)
  {
    --p;
    if (*p == c) //=> if (*p == c + 1)
      return p;
  }
  return NULL;
}

int max_of(const int *a, size_t n)
__CPROVER_requires(0 < n && n <= 100000 && __CPROVER_is_fresh(a, n * sizeof(*a))) //=> __CPROVER_requires(n <= 100000 && __CPROVER_is_fresh(a, n * sizeof(*a)))
__CPROVER_assigns()
__CPROVER_ensures(__CPROVER_forall { size_t k; k < n ==> a[k] <= __CPROVER_return_value })
__CPROVER_ensures(__CPROVER_exists { size_t k; k < n && a[k] == __CPROVER_return_value }) //=> __CPROVER_ensures(__CPROVER_exists { size_t k; 0 < k && k < n && a[k] == __CPROVER_return_value })
{
  int m = a[0]; //=> int m = INT_MAX;
  for (size_t i = 1; i < n; i++) //=> for (size_t i = 2; i < n; i++)
  __CPROVER_assigns(i, m)
  __CPROVER_loop_invariant(1 <= i && i <= n)
  __CPROVER_loop_invariant(__CPROVER_forall { size_t k; k < i ==> a[k] <= m })
  __CPROVER_loop_invariant(__CPROVER_exists { size_t k; k < i && a[k] == m })
  __CPROVER_decreases(n - i)
  {
    if (a[i] > m) //=> if (a[i] < m)
      m = a[i];
  }
  return m;
}

size_t index_of_min(const int *a, size_t n)
__CPROVER_requires(n >= 1 && n <= 100 && __CPROVER_r_ok(a, n * sizeof(*a)))
__CPROVER_assigns()
__CPROVER_ensures(__CPROVER_return_value < n)
__CPROVER_ensures(__CPROVER_forall { size_t k; k < n ==> a[__CPROVER_return_value] <= a[k] }) //=> __CPROVER_ensures(__CPROVER_forall { size_t k; k < n ==> a[__CPROVER_return_value] < a[k] })
{
  size_t best = 0;
  for (size_t i = 1; i < n; i++)
  __CPROVER_loop_invariant(i <= n && best < i)
  __CPROVER_loop_invariant(__CPROVER_forall { size_t k; k < i ==> a[best] <= a[k] })
    if (a[i] < a[best]) //=> if (a[i] <= a[best] + 1)
      best = i;
  return best;
}

bool all_zero(const unsigned char *p, size_t n)
__CPROVER_requires(__CPROVER_is_fresh(p, n))
__CPROVER_assigns()
__CPROVER_ensures(__CPROVER_return_value == __CPROVER_forall { size_t k; k < n ==> p[k] == 0 })
{
  unsigned char all = 0;
  for (size_t i = 0; i < n; i++)
  __CPROVER_loop_invariant(i <= n && (all == 0) == __CPROVER_forall { size_t k; k < i ==> p[k] == 0 })
    all |= p[i]; //=> all = p[i];
  return all == 0;
}

size_t count(const int *a, size_t n, int v)
__CPROVER_requires(n <= 1000 && __CPROVER_is_fresh(a, n * sizeof *a))
__CPROVER_assigns()
__CPROVER_ensures(__CPROVER_return_value <= n) //=> __CPROVER_ensures(__CPROVER_return_value < n)
__CPROVER_ensures(__CPROVER_return_value == 0 ==> __CPROVER_forall { size_t k; k < n ==> a[k] != v })
{
  size_t c = 0;
  for (size_t i = 0; i < n; i++)
  __CPROVER_assigns(i, c)
  __CPROVER_loop_invariant(i <= n && c <= i) //=> __CPROVER_loop_invariant(i <= n && c <= n)
  __CPROVER_loop_invariant(c == 0 ==> __CPROVER_forall { size_t k; k < i ==> a[k] != v })
  __CPROVER_decreases(n - i)
    c += a[i] == v; //=> c += a[i] != v;
  return c;
}
