// stays within the array
#include "zsh.h"
#define strcmp(a, b) rmt_int()
#define zsfree(s)
#include "zsh-users/zsh/Src/params.c#simple_arrayuniq"
int main(void) {
  size_t n = rmt_count(8);
  rmt_assume(n > 1);
  char **v = rmt_array(char *, n);
  v[n - 1] = 0; //=> ;
  rmt_assume(v[0] != 0);
  simple_arrayuniq(v, 0);
}
//~ while (*++p) ==> while (*p++)
//~ *t != NULL; t++ ==> ; t++
//~deep while (*++p) ==> while (*(p += p - x == 5 ? 9 : 1))
