// rmt: check => safe
// Where no line is read, there may be a block for it all the same.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char *line = NULL;
  size_t size = 0;
  if (getline(&line, &size, stdin) < 0) {
    free(line); //=> (not natively) ;
    return 1;
  }
  while (getdelim(&line, &size, ';', stdin) > 0)
    line[0] = 'x';
  free(line); //=> (not natively) line[size] = 0;
  return 0;
}
