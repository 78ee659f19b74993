// a string starts with itself
#include "musl.h"
#include "kernel.h"
#include <stdbool.h>
#include "git/git/strbuf.c#starts_with"
int main(void) {
  char *s = rmt_string(), *t = rmt_string();
  starts_with(s, t);
  assert(starts_with(s, s)); //=> assert(starts_with(s, t));
}
//~ if (!*prefix) ==> if (*prefix == 1)
//~ *str != *prefix ==> *str == *prefix
//~deep for (; ; str++, prefix++) ==> for (int i = 0; ; i++, str++, prefix += i == 5 ? 2 : 1)
