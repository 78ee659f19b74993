// stays within the string, and so does what comes next
#include "musl.h"
#include "kernel.h"
char *___strtok;
#include "u-boot/u-boot/lib/string.c#strspn,strpbrk,strtok"
int main(void) {
  char *s = rmt_string(), *t = rmt_string();
  char *r = strtok(s, t); //=> char *r = strtok(s, t) + 1;
  assert(!r || r >= s);
  if (___strtok) //=>deep if (r && r[0] && r[1] && r[2] && r[3] && r[4] && r[5]) s[-1] = 0; if (___strtok)
    *___strtok = 'x';
}
//~ *send++ = '\0' ==> send += 2, *send = '\0'
//~ strspn(sbegin,ct) ==> strspn(sbegin,ct) + 1
