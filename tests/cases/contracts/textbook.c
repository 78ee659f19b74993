// rmt: verify -I include => verified
// Algorithms of textbooks, with the macros of rmt.h.
#include <rmt.h>

int find(const int *a, int n, int v)
rmt_requires(0 <= n && n < 1000 && rmt_fresh(a, n * sizeof *a))
rmt_requires(__CPROVER_forall { int i; __CPROVER_forall { int j; (0 <= i && i <= j && j < n) ==> a[i] <= a[j] } })
rmt_assigns()
rmt_ensures(rmt_result < n && (rmt_result >= 0 ==> a[rmt_result] == v)) //=> rmt_ensures(rmt_result < n && a[rmt_result] == v)
{
  int low = 0, high = n; //=> int low = 0, high = n + 1;
  while (low < high)
  rmt_assigns(low, high)
  rmt_invariant(0 <= low && low <= high && high <= n) //=> rmt_invariant(0 <= low && low <= high)
  rmt_decreases(high - low)
  {
    int middle = low + (high - low) / 2;
    if (a[middle] < v)
      low = middle + 1; //=> low = middle;
    else if (a[middle] > v)
      high = middle;
    else
      return middle;
  }
  return -1;
}

unsigned gcd(unsigned a, unsigned b)
rmt_requires(a > 0 && b > 0)
rmt_assigns()
rmt_ensures(0 < rmt_result && rmt_result <= rmt_old(a) && rmt_result <= rmt_old(b)) //=> rmt_ensures(0 < rmt_result && rmt_result < rmt_old(a))
{
  unsigned x = a, y = b;
  while (x != y) //=> while (x != y + 1)
  rmt_assigns(x, y)
  rmt_invariant(0 < x && x <= a && 0 < y && y <= b)
  rmt_decreases(x, y)
  {
    if (x > y)
      x -= y; //=> x = y - x;
    else
      y -= x; //=> x -= 1;
  }
  return x;
}

void copy(char *to, const char *from, size_t n)
rmt_requires(n < 1000 && rmt_fresh(to, n) && rmt_fresh(from, n)) //=> rmt_requires(n < 1000 && rmt_fresh(to, n))
rmt_assigns(rmt_bytes(to, n)) //=> rmt_assigns(rmt_bytes(from, n))
rmt_ensures(rmt_forall(k, 0, n, to[k] == from[k])) //=> rmt_ensures(rmt_forall(k, 0, n + 1, to[k] == from[k]))
{
  for (size_t i = 0; i < n; i++)
  rmt_assigns(i, rmt_bytes(to, n))
  rmt_invariant(i <= n && rmt_forall(k, 0, i, to[k] == from[k]))
  rmt_decreases(n - i)
    to[i] = from[i]; //=> to[i] = from[0];
}

struct node {
  int value;
  struct node *next;
};

void append(struct node *last, struct node *new)
rmt_requires(rmt_fresh(last, sizeof *last) && rmt_fresh(new, sizeof *new))
rmt_requires(last->next == NULL && new->next == NULL)
rmt_assigns(last->next) //=> rmt_assigns(last->value)
rmt_ensures(last->next == new && last->next->next == NULL && last->value == rmt_old(last->value))
{
  last->next = new; //=> last->next = last;
}

struct ring {
  int cells[16];
  unsigned head, count;
};

int push(struct ring *r, int v)
rmt_requires(rmt_fresh(r, sizeof *r))
rmt_requires(r->head < 16 && r->count <= 16) //=> rmt_requires(r->head <= 16 && r->count <= 16)
rmt_assigns(*r)
rmt_ensures(r->head < 16 && r->count <= 16)
rmt_ensures(rmt_result ==> r->count == rmt_old(r->count) + 1)
rmt_ensures(!rmt_result ==> r->count == rmt_old(*r).count)
{
  if (r->count == 16) //=> if (r->count == 17)
    return 0;
  r->cells[(r->head + r->count) % 16] = v; //=> r->cells[r->head + r->count] = v;
  r->count++; //=> r->count += 2;
  return 1;
}

void insert(int *a, int n)
rmt_requires(0 < n && n < 100 && rmt_fresh(a, n * sizeof *a))
rmt_requires(__CPROVER_forall { int k; (0 < k && k < n - 1) ==> a[k - 1] <= a[k] })
rmt_assigns(__CPROVER_object_whole(a))
{
  int v = a[n - 1], i = n - 1;
  while (i > 0 && a[i - 1] > v) //=> while (a[i - 1] > v)
  rmt_assigns(i, __CPROVER_object_whole(a))
  rmt_invariant(0 <= i && i < n) //=> rmt_invariant(i < n)
  rmt_decreases(i)
  {
    a[i] = a[i - 1];
    i--; //=> i++;
  }
  a[i] = v; //=> a[i - 1] = v;
}
