// rmt: verify => verified
// Strings and bytes.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

size_t bounded_length(const char *s, size_t max)
__CPROVER_requires(max < 4096 && __CPROVER_is_fresh(s, max))
__CPROVER_assigns()
__CPROVER_ensures(__CPROVER_return_value <= max)
__CPROVER_ensures(__CPROVER_return_value < max ==> s[__CPROVER_return_value] == 0)
__CPROVER_ensures(__CPROVER_forall { size_t k; k < __CPROVER_return_value ==> s[k] != 0 })
{
  size_t n = 0;
  while (n < max && s[n] != '\0') //=> while (s[n] != '\0' && n < max)
  __CPROVER_assigns(n)
  __CPROVER_loop_invariant(n <= max && __CPROVER_forall { size_t k; k < n ==> s[k] != 0 })
  __CPROVER_decreases(max - n)
    n++; //=> n += 2;
  return n;
}

/* As the library has it: the argument ends somewhere. */
size_t length(const char *s, size_t room)
__CPROVER_requires(0 < room && room < 4096 && __CPROVER_is_fresh(s, room) && s[room - 1] == 0) //=> __CPROVER_requires(0 < room && room < 4096 && __CPROVER_is_fresh(s, room))
__CPROVER_assigns()
__CPROVER_ensures(__CPROVER_return_value < room && s[__CPROVER_return_value] == 0)
{
  const char *p = s;
  while (*p)
  __CPROVER_assigns(p)
  __CPROVER_loop_invariant(__CPROVER_same_object(p, s) && s <= p && p < s + room)
  __CPROVER_decreases(s + room - p)
    p++;
  return p - s; //=> return p - s + 1;
}

void *copy_bytes(void *dst, const void *src, size_t n)
__CPROVER_requires(n < 100000 && __CPROVER_is_fresh(dst, n) && __CPROVER_is_fresh(src, n))
__CPROVER_assigns(__CPROVER_object_upto(dst, n)) //=> __CPROVER_assigns(__CPROVER_object_upto(dst, n / 2))
__CPROVER_ensures(__CPROVER_return_value == dst)
__CPROVER_ensures(__CPROVER_forall { size_t k; k < n ==> ((char *)dst)[k] == ((const char *)src)[k] })
{
  char *d = dst;
  const char *s = src;
  for (size_t i = 0; i < n; i++) //=> for (size_t i = 0; i + 1 < n; i++)
  __CPROVER_assigns(i, __CPROVER_object_upto(dst, n))
  __CPROVER_loop_invariant(i <= n)
  __CPROVER_loop_invariant(__CPROVER_forall { size_t k; k < i ==> d[k] == s[k] })
  __CPROVER_decreases(n - i)
    d[i] = s[i];
  return dst; //=> return d + n;
}

/* Within one array, one place up. */
void shift_up(unsigned char *p, size_t n)
__CPROVER_requires(0 < n && n < 1000 && __CPROVER_is_fresh(p, n))
__CPROVER_assigns(__CPROVER_object_whole(p))
__CPROVER_ensures(p[0] == __CPROVER_old(p[0]) && p[n - 1] == __CPROVER_old(p[n > 1 ? n - 2 : 0]))
{
  if (n < 2)
    return;
  size_t i = n - 1;
  unsigned char last = p[n - 2];
  while (i > 0)
  __CPROVER_assigns(i, __CPROVER_object_whole(p))
  __CPROVER_loop_invariant(i < n && p[0] == __CPROVER_loop_entry(p[0]))
  __CPROVER_loop_invariant(i < n - 1 ==> p[n - 1] == last)
  __CPROVER_loop_invariant(i == n - 1 ==> p[n - 2] == last)
  __CPROVER_decreases(i)
  {
    p[i] = p[i - 1]; //=> p[i - 1] = p[i];
    i--;
  }
}

bool equal_constant_time(const uint8_t *a, const uint8_t *b, size_t n)
__CPROVER_requires(n <= 4096 && __CPROVER_is_fresh(a, n) && __CPROVER_is_fresh(b, n))
__CPROVER_assigns()
__CPROVER_ensures(__CPROVER_return_value == __CPROVER_forall { size_t k; k < n ==> a[k] == b[k] })
{
  uint8_t acc = 0;
  for (size_t i = 0; i < n; i++) //=> for (size_t i = 1; i < n; i++)
  __CPROVER_loop_invariant(i <= n)
  __CPROVER_loop_invariant((acc == 0) == __CPROVER_forall { size_t k; k < i ==> a[k] == b[k] })
    acc |= a[i] ^ b[i]; //=> acc = a[i] ^ b[i];
  return acc == 0;
}

void wipe(void *p, size_t n)
__CPROVER_requires(n <= 4096 && __CPROVER_is_fresh(p, n))
__CPROVER_assigns(__CPROVER_object_upto(p, n))
__CPROVER_ensures(__CPROVER_forall { size_t k; k < n ==> ((unsigned char *)p)[k] == 0 })
{
  memset(p, 0, n); //=> memset(p, 0, n - 1);
}

char upper(char c)
__CPROVER_ensures(__CPROVER_return_value == (('a' <= c && c <= 'z') ? c - 'a' + 'A' : c))
{
  return c >= 'a' && c <= 'z' ? c - 32 : c; //=> return c >= 'a' ? c - 32 : c;
}

void upper_all(char *s, size_t n)
__CPROVER_requires(n < 1000 && __CPROVER_is_fresh(s, n + 1) && s[n] == 0)
__CPROVER_assigns(__CPROVER_object_upto(s, n)) //=> __CPROVER_assigns()
__CPROVER_ensures(__CPROVER_forall { size_t k; k < n ==> !('a' <= s[k] && s[k] <= 'z') })
__CPROVER_ensures(s[n] == 0)
{
  for (size_t i = 0; i < n; i++)
  __CPROVER_assigns(i, __CPROVER_object_upto(s, n))
  __CPROVER_loop_invariant(i <= n && s[n] == 0)
  __CPROVER_loop_invariant(__CPROVER_forall { size_t k; k < i ==> !('a' <= s[k] && s[k] <= 'z') })
  __CPROVER_decreases(n - i)
    s[i] = upper(s[i]); //=> s[i] = upper(s[i]) + 1;
}

static const char DIGITS[] = "0123456789abcdef";

void to_hex(char *out, const uint8_t *in, size_t n)
__CPROVER_requires(n <= 100 && __CPROVER_is_fresh(out, 2 * n + 1) && __CPROVER_is_fresh(in, n)) //=> __CPROVER_requires(n <= 100 && __CPROVER_is_fresh(out, 2 * n) && __CPROVER_is_fresh(in, n))
__CPROVER_assigns(__CPROVER_object_whole(out))
__CPROVER_ensures(out[2 * n] == 0)
{
  for (size_t i = 0; i < n; i++)
  __CPROVER_assigns(i, __CPROVER_object_whole(out))
  __CPROVER_loop_invariant(i <= n)
  __CPROVER_decreases(n - i)
  {
    out[2 * i] = DIGITS[in[i] >> 4];
    out[2 * i + 1] = DIGITS[in[i] & 15]; //=> out[2 * i + 1] = DIGITS[in[i] & 31];
  }
  out[2 * n] = 0;
}

/* A number from its digits, or -1. */
int parse_digits(const char *s, size_t n)
__CPROVER_requires(n <= 5 && __CPROVER_is_fresh(s, n)) //=> __CPROVER_requires(n <= 10 && __CPROVER_is_fresh(s, n))
__CPROVER_assigns()
__CPROVER_ensures(-1 <= __CPROVER_return_value && __CPROVER_return_value <= 99999)
{
  static const int limits[6] = {0, 9, 99, 999, 9999, 99999};
  int v = 0;
  for (size_t i = 0; i < n; i++)
  __CPROVER_assigns(i, v)
  __CPROVER_loop_invariant(i <= n && 0 <= v && v <= limits[i])
  __CPROVER_decreases(n - i)
  {
    if (s[i] < '0' || s[i] > '9') //=> if (s[i] < '0')
      return -1;
    v = 10 * v + (s[i] - '0');
  }
  return v;
}

uint32_t load_be32(const uint8_t *p)
__CPROVER_requires(__CPROVER_is_fresh(p, 4)) //=> __CPROVER_requires(__CPROVER_is_fresh(p, 3))
__CPROVER_assigns()
__CPROVER_ensures(__CPROVER_return_value == p[0] * 16777216u + p[1] * 65536u + p[2] * 256u + p[3])
{
  return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3]; //=> return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 7 | p[3];
}

void store_be32(uint8_t *p, uint32_t v)
__CPROVER_requires(__CPROVER_is_fresh(p, 4))
__CPROVER_assigns(__CPROVER_object_upto(p, 4))
__CPROVER_ensures(v == (((uint32_t)p[0] << 24) | ((uint32_t)p[1] << 16) | ((uint32_t)p[2] << 8) | p[3]))
{
  p[0] = (uint8_t)(v >> 24);
  p[1] = (uint8_t)(v >> 16);
  p[2] = (uint8_t)(v >> 8); //=> p[2] = (uint8_t)(v >> 7);
  p[3] = (uint8_t)v;
}
