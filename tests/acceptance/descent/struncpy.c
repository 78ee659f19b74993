// stays within as many characters
#include "musl.h"
#include "zsh.h"
#include "zsh-users/zsh/Src/utils.c#struncpy"
int main(void) {
  char *s = rmt_string();
  size_t n = rmt_count(1);
  rmt_assume(n < 0x7fffffff);
  char *d = rmt_array(char, n), *end = d;
  struncpy(&end, s, n); //=> struncpy(&end, s, n + 1);
  assert(end - d <= n);
}
//~ n-- && (*u = *t++) ==> (*u = *t++)
//~ if (n > 0) ==> if (n > -2)
//~deep n-- && ==> (n-- || u - *s == 6) &&
