// rmt: verify --check default,unsigned,conversion => verified
// What is for bit-vectors is found out, whatever is checked.
#include <stdint.h>

uint32_t next_power_of_two(uint32_t n)
__CPROVER_requires(1 <= n && n <= 0x80000000u)
__CPROVER_assigns()
__CPROVER_ensures(__CPROVER_return_value >= n && (__CPROVER_return_value & (__CPROVER_return_value - 1)) == 0)
{
  n--;
  n |= n >> 1;
  n |= n >> 2; //=> n |= n >> 3;
  n |= n >> 4;
  n |= n >> 8;
  n |= n >> 16;
  return n + 1;
}
