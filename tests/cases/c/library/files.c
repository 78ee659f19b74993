// rmt: check => safe
// What calls of the system write, and what they give.
#include <arpa/inet.h>
#include <assert.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

int main(void) {
  struct stat about = {0};
  struct pollfd files[2] = {{0, POLLIN, 0}, {-1, POLLIN, 0}};
  struct in_addr address = {7};
  struct timespec wait = {1, 0}, rest = {0, 0};
  int ends[2], number = 3;
  int found = stat("in", &about), ready = poll(files, 2, 10);
  assert(found == 0 || found == -1); //=> (not natively) assert(found == 0);
  assert(about.st_size >= 0 && about.st_blocks >= 0); //=> (not natively) assert(about.st_size == 0);
  assert(found < 0 || about.st_blksize > 0);
  assert(ready >= -1 && ready <= 2); //=> (not natively) assert(ready >= 0);
  assert(ready > 0 || files[0].revents == 0); //=> (not natively) assert(files[0].revents == 0);
  assert(files[1].revents == 0 && files[0].events == POLLIN);
  ssize_t length = getrandom(&number, sizeof number, 0);
  assert(length >= -1 && length <= 4); //=> (not natively) assert(number == 3);
  assert(length > 0 || number == 3);
  if (inet_pton(AF_INET, "1.2.3.4", &address) != 1)
    assert(address.s_addr == 7);
  if (nanosleep(&wait, &rest) == 0) //=> (not natively) if (nanosleep(&wait, &rest) < 0)
    assert(rest.tv_sec == 0);
  if (pipe(ends) == 0) //=> (not natively) if (pipe(ends) < 0)
    assert(ends[0] >= 0 && ends[0] != ends[1]);
  return 0;
}
