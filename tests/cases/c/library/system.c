// rmt: check => safe
// What calls of the system give, and what is written.
#include <assert.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(void) {
  unsigned seed = 3;
  int file = open("in", O_RDONLY), copy = dup(file), shown = putchar('a'), text = puts("b"), closed = close(file);
  long at = ftell(stdin);
  assert(file >= -1 && copy >= -1); //=> assert(file >= 0 && copy >= -1);
  assert(shown == 'a' || shown == EOF); //=> assert(shown == 'a');
  assert(text >= EOF); //=> assert(text >= 0);
  assert(closed == 0 || closed == -1); //=> assert(closed == 0);
  assert(at >= -1); //=> assert(at >= 0);
  assert(fileno(stdin) == 0); //=> assert(fileno(stdin) == 1);
  assert(rand_r(&seed) >= 0); //=> assert(rand_r(&seed) > 0);
  assert(sleep(0) == 0); //=> assert(sleep(1) == 0);
  assert(getpid() > 0); //=> assert(getpid() > 1);
  assert(access("in", R_OK) <= 0); //=> assert(access("in", R_OK) < 0);
  assert(pow(2, 10) == 1024); //=> assert(pow(2, 10) == 1025);
  assert(exp(0) == 1 && sin(0) == 0 && cos(0) == 1); //=> assert(exp(0) == 2);
  return 0;
}
