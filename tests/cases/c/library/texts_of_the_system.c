// rmt: check => safe
// Texts that calls give are null where that is allowed, and end within the room that they are given.
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

int main(void) {
  char room[26], *text = strerror_r(2, room, sizeof room); //=> (not natively) char room[26], *text = strerror_r(2, room, sizeof room + 1);
  time_t now = time(NULL);
  assert(text != NULL && text[0] < 128); //=> (not natively) assert(text == room);
  if (ctime_r(&now, room)) assert(room[25] == 0); //=> (not natively) ctime_r(&now, room + 1);
  text = ttyname(0);
  if (text && text[0] == 'x') return 1; //=> (not natively) if (text[0] == 'x') return 1;
  text = getlogin(); //=> (not natively) text = getlogin(); text[0] = 'x';
  if (getlogin_r(room, sizeof room) == 0 && !room[0]) return 1; //=> (not natively) getlogin_r(room, sizeof room + 1);
  return text != NULL;
}
