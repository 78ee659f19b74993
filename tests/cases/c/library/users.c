// rmt: check => safe
// Users are null or records of texts, which may be within the room that is given.
#include <assert.h>
#include <pwd.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
  struct passwd *user, record, *found;
  char room[64];
  if ((user = getpwent())) //=> (not natively) if ((user = getpwent()) || !user->pw_name)
    putchar(user->pw_name[0]);
  endpwent();
  if (getpwnam_r("root", &record, room, sizeof room, &found) == 0 && found) //=> (not natively) if (getpwnam_r("root", &record, room, 65, &found) == 0 && found)
    putchar(found->pw_dir[0]), assert(found == &record); //=> (not natively) assert(found->pw_dir == room);
  return 0;
}
