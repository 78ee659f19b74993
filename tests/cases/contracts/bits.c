// rmt: verify --int bits --check default,unsigned,conversion => fails
// What C defines and is a mistake all the same, with bit-vectors.
#include <stdint.h>

unsigned add(unsigned x, unsigned y)
__CPROVER_assigns()
{
  return x + y; //~ unsigned integer overflow
}

unsigned sub(unsigned x, unsigned y)
__CPROVER_assigns()
{
  return x - y; //~ unsigned integer overflow
}

uint16_t mul(unsigned x, unsigned y)
__CPROVER_requires(x <= 65536)
__CPROVER_assigns()
{
  return (x * y) & 1; //~ unsigned integer overflow
}

unsigned negated(unsigned x)
__CPROVER_assigns()
{
  return -x; //~ unsigned integer overflow
}

uint8_t low(unsigned x)
__CPROVER_assigns()
{
  return (uint8_t)x; //~ a conversion changes the value
}

int reinterpreted(unsigned x)
__CPROVER_assigns()
{
  return (int)x; //~ a conversion changes the value
}

unsigned of_negative(int x)
__CPROVER_assigns()
{
  return (unsigned)x; //~ a conversion changes the value
}

/* None of these. */
uint64_t kept(unsigned x, unsigned y, int z)
__CPROVER_assigns()
__CPROVER_ensures(__CPROVER_return_value >= (x & 255))
{
  unsigned sum = (x & 0xffff) + (y & 0xffff), product = (x & 0xffff) * (y & 0xffff);
  uint8_t byte = (uint8_t)(x & 255);
  int8_t half = (int8_t)(y & 127);
  unsigned natural = z < 0 ? 0 : (unsigned)z;
  return ((uint64_t)(x > y ? x - y : y - x) << 32) | sum | product | byte | (uint8_t)half | natural;
}
