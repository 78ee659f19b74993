// rmt: check => safe
// A format has the arguments that it asks for, of its kinds.
#include <stdio.h>

int main(void) {
  const char *name = "x";
  printf("%d %s\n", 1, name); //=> (not natively) an argument is missing: printf("%d %s\n", 1);
  printf("%*d%%\n", 4, 2);    //=> (not natively) an argument is of another kind: printf("%*s\n", 4, 2);
}
