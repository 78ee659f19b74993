// copies that many characters and a zero
#include "musl.h"
#include "zsh.h"
#include "zsh-users/zsh/Src/utils.c#ztrncpy"
int main(void) {
  size_t n = rmt_count(1);
  rmt_assume(n < 0x7fffffff);
  char *s = rmt_array(char, n + 1), *t = rmt_array(char, n);
  ztrncpy(s, t, n); //=> ztrncpy(s, t, n + 1);
  assert(s[n] == 0);
}
//~ *s = '\0' ==> s[1] = '\0'
//~ while (len--) ==> while (--len)
//~deep *s++ = *t++ ==> *s = *t++, s += len == 6 ? 2 : 1
