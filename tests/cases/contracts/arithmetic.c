// rmt: verify --check default,unsigned,conversion => verified
// Arithmetic that stays within its types.
#include <limits.h>
#include <stdint.h>

int32_t saturating_add(int32_t a, int32_t b)
__CPROVER_assigns()
__CPROVER_ensures(__CPROVER_return_value == ((int64_t)a + b > INT32_MAX ? INT32_MAX : (int64_t)a + b < INT32_MIN ? INT32_MIN : (int64_t)a + b)) //=> __CPROVER_ensures(__CPROVER_return_value == (int64_t)a + b)
{
  if (a > 0 && b > INT32_MAX - a) //=> if (a > 0 && b > INT32_MAX - a + 1)
    return INT32_MAX;
  if (a < 0 && b < INT32_MIN - a) //=> if (b < INT32_MIN - a)
    return INT32_MIN;
  return a + b;
}

uint8_t saturating_sub_u8(uint8_t a, uint8_t b)
__CPROVER_ensures(__CPROVER_return_value == (a > b ? a - b : 0))
{
  return a > b ? (uint8_t)(a - b) : 0; //=> return (uint8_t)(a - b);
}

uint32_t clamp(uint32_t v, uint32_t lo, uint32_t hi)
__CPROVER_requires(lo <= hi) //=> __CPROVER_requires(lo <= hi + 1)
__CPROVER_ensures(lo <= __CPROVER_return_value && __CPROVER_return_value <= hi)
__CPROVER_ensures((lo <= v && v <= hi) ==> __CPROVER_return_value == v)
{
  if (v < lo)
    return lo;
  return v > hi ? hi : v; //=> return v >= hi ? hi - 1 : v;
}

/* The remainder of Euclid's algorithm. */
unsigned gcd(unsigned a, unsigned b)
__CPROVER_requires(a > 0 || b > 0)
__CPROVER_assigns()
__CPROVER_ensures(__CPROVER_return_value > 0)
__CPROVER_ensures(b == 0 ==> __CPROVER_return_value == a)
{
  while (b != 0)
  __CPROVER_assigns(a, b)
  __CPROVER_loop_invariant(a > 0 || b > 0) //=> __CPROVER_loop_invariant(1)
  __CPROVER_loop_invariant(__CPROVER_loop_entry(b) == 0 ==> (b == 0 && a == __CPROVER_loop_entry(a)))
  __CPROVER_decreases(b) //=> __CPROVER_decreases(a)
  {
    unsigned t = a % b; //=> unsigned t = a / b;
    a = b;
    b = t;
  }
  return a;
}

uint16_t isqrt(uint32_t n)
__CPROVER_requires(n < 1000000)
__CPROVER_assigns()
__CPROVER_ensures((uint32_t)__CPROVER_return_value * __CPROVER_return_value <= n)
__CPROVER_ensures(n < ((uint32_t)__CPROVER_return_value + 1) * ((uint32_t)__CPROVER_return_value + 1))
{
  uint32_t r = 0;
  while ((r + 1) * (r + 1) <= n) //=> while ((r + 1) * (r + 1) < n)
  __CPROVER_assigns(r)
  __CPROVER_loop_invariant(r <= 1000 && r * r <= n)
  __CPROVER_decreases(n - r * r)
    r++; //=> r += 2;
  return (uint16_t)r;
}

uint32_t power(uint32_t x, unsigned n)
__CPROVER_requires(x <= 2 && n <= 31) //=> __CPROVER_requires(x <= 2 && n <= 32)
__CPROVER_ensures(x == 1 ==> __CPROVER_return_value == 1)
{
  uint32_t r = 1;
  for (unsigned i = 0; i < n; i++)
  __CPROVER_assigns(i, r)
  __CPROVER_loop_invariant(i <= n && r <= (1u << i))
  __CPROVER_loop_invariant(x == 1 ==> r == 1)
  __CPROVER_decreases(n - i)
    r *= x;
  return r;
}

/* The sum of an array does not overflow, since its elements are small. */
uint32_t sum_bytes(const uint8_t *p, uint32_t n)
__CPROVER_requires(n <= 65536 && __CPROVER_is_fresh(p, n))
__CPROVER_assigns()
__CPROVER_ensures(__CPROVER_return_value <= 255 * n)
{
  uint32_t sum = 0;
  for (uint32_t i = 0; i < n; i++)
  __CPROVER_assigns(i, sum)
  __CPROVER_loop_invariant(i <= n && sum <= 255 * i) //=> __CPROVER_loop_invariant(i <= n && sum <= 254 * i)
  __CPROVER_decreases(n - i)
    sum += p[i]; //=> sum += p[i] + 1;
  return sum;
}

int32_t dot(const int16_t *a, const int16_t *b, unsigned n)
__CPROVER_requires(n <= 16 && __CPROVER_is_fresh(a, n * sizeof *a) && __CPROVER_is_fresh(b, n * sizeof *b))
__CPROVER_requires(__CPROVER_forall { unsigned k; k < n ==> (-1000 <= a[k] && a[k] <= 1000) })
__CPROVER_requires(__CPROVER_forall { unsigned k; k < n ==> (-1000 <= b[k] && b[k] <= 1000) })
__CPROVER_assigns()
__CPROVER_ensures(-16000000 <= __CPROVER_return_value && __CPROVER_return_value <= 16000000) //=> __CPROVER_ensures(-16000000 < __CPROVER_return_value && __CPROVER_return_value <= 16000000)
{
  int32_t s = 0;
  for (unsigned i = 0; i < n; i++)
  __CPROVER_assigns(i, s)
  __CPROVER_loop_invariant(i <= n && -1000000 * (int32_t)i <= s && s <= 1000000 * (int32_t)i)
  __CPROVER_decreases(n - i)
    s += a[i] * b[i];
  return s;
}

/* Q15: the product of fractions, rounded. */
int16_t q15_mul(int16_t a, int16_t b)
__CPROVER_assigns()
__CPROVER_ensures((a == 0 || b == 0) ==> __CPROVER_return_value == 0)
__CPROVER_ensures((a >= 0 && b >= 0) ==> (0 <= __CPROVER_return_value && __CPROVER_return_value <= a)) //=> __CPROVER_ensures((a >= 0 && b >= 0) ==> (0 <= __CPROVER_return_value && __CPROVER_return_value < a))
{
  int32_t p = ((int32_t)a * b + (1 << 14)) >> 15; //=> int32_t p = ((int32_t)a * b + (1 << 14)) >> 14;
  return p > INT16_MAX ? INT16_MAX : (int16_t)p; //=> return (int16_t)p;
}

unsigned popcount(uint32_t x)
__CPROVER_assigns()
__CPROVER_ensures(__CPROVER_return_value <= 32)
__CPROVER_ensures((__CPROVER_return_value == 0) == (x == 0))
{
  unsigned c = 0;
  for (unsigned i = 0; i < 32; i++) //=> for (unsigned i = 0; i < 31; i++)
    c += (x >> i) & 1;
  return c;
}

int div_round_up(int a, int b)
__CPROVER_requires(0 <= a && a <= 1000000 && 0 < b && b <= 1000) //=> __CPROVER_requires(0 <= a && a <= 1000000 && 0 <= b && b <= 1000)
__CPROVER_assigns()
__CPROVER_ensures((long)__CPROVER_return_value * b >= a && ((long)__CPROVER_return_value - 1) * b < a)
{
  return (a + b - 1) / b; //=> return (a + b) / b;
}
