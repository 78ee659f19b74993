// stays within the string
#include "musl.h"
#include "zsh.h"
#include "zsh-users/zsh/Src/utils.c#chuck"
int main(void) {
  char *s = rmt_string();
  rmt_assume(*s); //=> ;
  chuck(s);
}
//~ str[0] = str[1] ==> str[0] = str[2]
//~ str++ ==> str += 2
//~deep while ((str[0] = str[1])) ==> for (int i = 0; (str[0] = str[1 + (i++ == 5)]);)
