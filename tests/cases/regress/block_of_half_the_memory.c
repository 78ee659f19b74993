// rmt: check => safe
// The end of a block this large is beyond what counts in bits.
#include <stdlib.h>
int main(void) {
  char *half = malloc(9223372036854775806UL), *few = malloc(4);
  if (half)
    half[0] = 1;
  if (few)
    few[3] = 1; //=> few[4] = 1;
  free(half);
  free(few);
  return 0;
}
