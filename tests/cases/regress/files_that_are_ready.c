// rmt: check => safe
// Where files are ready, as many say what was found, and some is left in a set.
#include <assert.h>
#include <poll.h>
#include <sys/select.h>

int main(void) {
  struct pollfd files[2] = {{0, POLLIN, 0}, {1, POLLOUT, 0}};
  int ready = poll(files, 2, -1), found = -1;
  if (ready > 0) { //=> (not natively) if (ready >= 0) {
    for (int i = 0; i < 2; i++)
      if (files[i].revents)
        found = i;
    assert(found >= 0);
  }

  fd_set set;
  struct timeval wait = {1, 0};
  FD_ZERO(&set);
  FD_SET(0, &set);
  if (select(1, &set, 0, 0, &wait) > 0) //=> (not natively) if (select(1, &set, 0, 0, &wait) >= 0)
    assert(FD_ISSET(0, &set));
  return 0;
}
