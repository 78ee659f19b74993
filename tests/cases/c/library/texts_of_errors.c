// rmt: check => safe
// Where GNU extensions are not asked for, `strerror_r` gives a number.
#undef _GNU_SOURCE
#define _POSIX_C_SOURCE 200112L
#include <assert.h>
#include <string.h>

int main(void) {
  char room[8];
  if (strerror_r(2, room, sizeof room) > 0) return 1; //=> (not natively) if (strerror_r(2, room, sizeof room + 1) > 0) return 1;
  assert(strlen(room) < sizeof room); //=> (not natively) assert(strlen(room) < 3);
  return 0;
}
