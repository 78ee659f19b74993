// rmt: verify => verified
// Comparisons in constant time, and callees without a contract for what they give: they write nothing.
#include <stddef.h>
typedef unsigned char byte;

byte differ(const byte *a, const byte *b, size_t n)
__CPROVER_requires(n <= 1000 && __CPROVER_is_fresh(a, n) && __CPROVER_is_fresh(b, n))
__CPROVER_assigns()
__CPROVER_ensures(__CPROVER_return_value == 0 || __CPROVER_return_value == 255)
__CPROVER_ensures((__CPROVER_return_value == 0) == __CPROVER_forall { size_t k; k < n ==> a[k] == b[k] })
{
  byte r = 0, s = 0;
  for (size_t i = 0; i < n; i++)
  __CPROVER_loop_invariant(i <= n)
  __CPROVER_loop_invariant((r == 0) == __CPROVER_forall { size_t k; k < i ==> a[k] == b[k] })
  {
    r |= a[i] ^ b[i]; //=> r = a[i] ^ b[i];
    s ^= a[i] ^ b[i];
  }
  byte mask = r == 0 ? 0 : 255;
  return mask ^ s ^ s; //=> return mask ^ s;
}

static int scaled(byte u) { return (u * 3329 + 8) >> 4; }

void spread(short *r, const byte *a)
__CPROVER_requires(__CPROVER_is_fresh(r, 256 * sizeof *r) && __CPROVER_is_fresh(a, 128))
__CPROVER_assigns(__CPROVER_object_upto(r, 256 * sizeof *r))
__CPROVER_ensures(__CPROVER_forall { unsigned k; k < 256 ==> 0 <= r[k] && r[k] < 3329 })
{
  for (unsigned i = 0; i < 128; i++)
  __CPROVER_loop_invariant(i <= 128)
  __CPROVER_loop_invariant(__CPROVER_forall { unsigned k; k < 2 * i ==> 0 <= r[k] && r[k] < 3329 })
  {
    r[2 * i] = (short)scaled(a[i] & 15);
    r[2 * i + 1] = (short)scaled(a[i] >> 4); //=> r[2 * i + 1] = (short)scaled(a[i]);
  }
}
