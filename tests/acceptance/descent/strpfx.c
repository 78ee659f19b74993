// a string is a prefix of itself, and one that is a prefix is no longer
#include "musl.h"
#include "zsh.h"
#include "bminor/musl/src/string/strlen.c"
#include "zsh-users/zsh/Src/utils.c#strpfx"
int main(void) {
  char *s = rmt_string(), *t = rmt_string();
  if (strpfx(s, t))
    assert(strlen(s) <= strlen(t)); //=> assert(strlen(s) < strlen(t));
}
//~ *s && *s == *t ==> *s && (*s == *t || *t == 0)
//~ return !*s ==> return !*t
//~deep while (*s && *s == *t) ==> for (int i = 0; *s && (*s == *t || i == 5); i++)
