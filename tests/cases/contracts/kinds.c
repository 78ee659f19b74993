// rmt: verify --check default,unsigned,conversion,pointer-overflow => fails
// What C defines and is a mistake all the same, and pointers that are only computed, unless a pragma says otherwise.
#include <stddef.h>

unsigned next(unsigned n)
__CPROVER_assigns()
{
  return n + 1; //~ unsigned integer overflow
}

unsigned char low(unsigned n)
__CPROVER_assigns()
{
  return (unsigned char)n; //~ a conversion changes the value
}

int *end(int *p, size_t n)
__CPROVER_requires(n <= 8 && __CPROVER_is_fresh(p, 8 * sizeof *p))
__CPROVER_assigns()
{
  return p + n;
}

int *beyond(int *p, size_t n)
__CPROVER_requires(n <= 9 && __CPROVER_is_fresh(p, 8 * sizeof *p))
__CPROVER_assigns()
{
  return p + n; //~ pointer arithmetic leaves the block of the pointer
}

int *in_front(int *p)
__CPROVER_requires(__CPROVER_is_fresh(p, 8 * sizeof *p))
__CPROVER_assigns()
{
  return p - 1 + 1; //~ pointer arithmetic leaves the block of the pointer
}

int *nowhere(int n)
__CPROVER_requires(n == 0)
__CPROVER_assigns()
{
  int *p = NULL;
  return p + n;
}

long element(int i)
__CPROVER_requires(0 <= i && i <= 4)
__CPROVER_assigns()
{
  int a[4];
  int *q = &a[i];
  return q - a;
}

#pragma CPROVER check push
#pragma CPROVER check disable "unsigned-overflow"
#pragma CPROVER check disable "pointer-overflow"
unsigned wraps(unsigned n)
__CPROVER_assigns()
{
  return n + 1;
}

int *goes_back(int *p)
__CPROVER_requires(__CPROVER_is_fresh(p, 8 * sizeof *p))
__CPROVER_assigns()
{
  return p - 1 + 1;
}
#pragma CPROVER check pop
