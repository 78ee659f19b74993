// rmt: check => safe
// What a program asks of its surroundings.
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <locale.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

int main(void) {
  struct utsname machine;
  struct passwd *user = getpwuid(getuid());
  int ends[2];
  double number = drand48();
  assert(localeconv()->decimal_point[0] == '.'); //=> assert(localeconv()->decimal_point[0] == ',');
  if (uname(&machine) == 0) assert(machine.sysname[64] == 0); //=> (not natively) assert(machine.sysname[63] == 0);
  if (user) user->pw_name[0] = 'x'; //=> (not natively) user->pw_name[0] = 'x';
  assert(umask(022) <= 0777); //=> (not natively) assert(umask(022) == 0777);
  assert(number >= 0 && number < 1 && lrand48() >= 0); //=> assert(number >= 1);
  assert(sysconf(_SC_PAGESIZE) >= -1 && fcntl(0, F_GETFD) >= -1); //=> (not natively) assert(fcntl(0, F_GETFD) >= 0);
  if (setenv("KEY", "value", 1) != 0) return 1; //=> (not natively) assert(setenv("KEY", "value", 1) == 0);
  if (pipe(ends) == 0) close(ends[0]); //=> (not natively) pipe(ends); close(ends[0]);
  return 0;
}
