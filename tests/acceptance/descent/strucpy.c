// moves to the end of the copy
#include "musl.h"
#include "zsh.h"
#include "bminor/musl/src/string/strlen.c"
#include "zsh-users/zsh/Src/utils.c#strucpy"
int main(void) {
  char *s = rmt_string();
  size_t room = rmt_count(1);
  char *d = rmt_array(char, room), *end = d;
  if (strlen(s) >= room) //=> if (strlen(s) > room)
    return 0;
  strucpy(&end, s);
  assert(end - d == strlen(s));
}
//~ *s = u - 1 ==> *s = u
//~ (*u++ = *t++) ==> (*u++ = *t++) != 'x'
//~deep (*u++ = *t++) ==> (*u++ = *t++) || u - *s == 6
