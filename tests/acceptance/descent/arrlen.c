// the number of pointers before the null
#include "musl.h"
#include "zsh.h"
#include "zsh-users/zsh/Src/utils.c#arrlen"
int main(void) {
  size_t n = rmt_count(8);
  rmt_assume(n > 0 && n < 0x7fffffff);
  char **v = rmt_array(char *, n);
  v[n - 1] = 0; //=> ;
  assert(arrlen(v) < n);
}
//~ s++, count++ ==> s++, s++, count++
//~ return count; ==> return count + 1;
//~deep s++, count++ ==> s++, count += count == 5 ? 2 : 1
