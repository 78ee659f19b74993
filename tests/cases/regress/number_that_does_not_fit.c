// rmt: check => safe
// What atoi gives is some int, whatever the text.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char line[14];
  int number;
  if (!fgets(line, 14, stdin)) return 1;
  number = atoi(line);
  return 10 / (number == 0 ? 1 : number); //=> (not natively) division by zero: return 10 / (number - 12);
}
