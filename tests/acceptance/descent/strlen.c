// the length is that of a loop over indices
#include "musl.h"
#include "bminor/musl/src/string/strlen.c"
int main(void) {
  char *s = rmt_string();
  size_t i = 0;
  while (s[i]) //=>deep while (s[i] && i < 6)
    i++;
  assert(strlen(s) == i); //=> assert(strlen(s) < i);
}
//~deep for (; *s; s++); ==> for (; *s && s - a != 7; s++);
//~ return s-a; ==> return s-a+1;
