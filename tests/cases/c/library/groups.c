// rmt: check => safe
// Groups are null or records of texts, which may be within the room that is given.
#include <grp.h>
#include <stdio.h>

int main(void) {
  struct group other, *found;
  char room[64];
  if (getgrnam_r("adm", &other, room, sizeof room, &found) == 0 && found) { //=> (not natively) if (getgrnam_r("adm", &other, room + 1, sizeof room, &found) == 0 && found) {
    if (found->gr_mem[0]) putchar(found->gr_mem[0][0]); //=> (not natively) putchar(found->gr_mem[0][0]);
    return 0;
  }
  found = getgrgid(0);
  if (found) putchar(found->gr_name[0]); //=> (not natively) putchar(found->gr_name[0]);
  return found && found->gr_mem[0];
}
