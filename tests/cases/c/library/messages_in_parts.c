// rmt: check => safe
// What comes in several parts fills no more than these.
#define _GNU_SOURCE
#include <sys/uio.h>

int main(void) {
  char head[4], body[8];
  struct iovec parts[2] = {{head, sizeof head}, {body, sizeof body}};
  ssize_t n = readv(0, parts, 2); //=> (not natively) parts[1].iov_len = 9; ssize_t n = readv(0, parts, 2);
  if (n < 0) return 1;
  if (n > 4 && body[n - 5] == 'x') return 1; //=> (not natively) if (n > 4 && body[n - 4] == 'x') return 1;
  if (preadv(0, parts, 2, 0) > 12) return *(int *)0; //=> (not natively) if (preadv(0, parts, 2, 0) == 12) return *(int *)0;
  if (writev(1, parts, 1) > 4) return *(int *)0; //=> (not natively) parts[0].iov_len = 5; writev(1, parts, 1);
  return 0;
}
