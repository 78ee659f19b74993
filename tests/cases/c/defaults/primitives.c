// rmt: check --malloc-never-fails => safe
// What CBMC and ESBMC let programs ask about memory.
#include <assert.h>
#include <stdlib.h>

struct pair { char text[5]; int number; };

int main(void) {
  struct pair pair = {"abcd", 7};
  char a[4], *d = malloc(8);
  assert(__CPROVER_r_ok(a, 4) && !__CPROVER_r_ok(a, 5)); //=> (not natively) assert(__CPROVER_r_ok(a, 5));
  assert(__ESBMC_r_ok(pair.text, 12) && !__CPROVER_w_ok(a + 3, 2));
  assert(__CPROVER_OBJECT_SIZE(a) == 4 && __ESBMC_get_object_size(d + 1) == 8); //=> (not natively) assert(__ESBMC_get_object_size(d) == 7);
  assert(__CPROVER_same_object(a, a + 4) && !__ESBMC_same_object(a, d)); //=> (not natively) assert(__ESBMC_same_object(a, d));
  assert(__ESBMC_POINTER_OFFSET(&pair.number) == 8); //=> (not natively) assert(__ESBMC_POINTER_OFFSET(&pair.number) == 5);
  assert(__CPROVER_DYNAMIC_OBJECT(d) && !__CPROVER_DYNAMIC_OBJECT(a)); //=> (not natively) assert(__CPROVER_DYNAMIC_OBJECT(a));
  __ESBMC_init_object(&pair);
  assert(pair.number < 8 || pair.number >= 8); //=> (not natively) assert(pair.number == 7);
  free(d);
  assert(!__CPROVER_r_ok(d, 1)); //=> (not natively) assert(__CPROVER_r_ok(d, 1));
  return 0;
}
