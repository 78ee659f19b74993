// rmt: check => safe
// What calls of the system write and count is within the room that they are given.
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <sys/epoll.h>
#include <unistd.h>

int main(void) {
  struct epoll_event events[2], wanted = {EPOLLIN, {.fd = 0}};
  struct pollfd files[1] = {{0, POLLIN, 0}};
  gid_t groups[3];
  char text[10], name[65];
  int set = epoll_create1(0), ready;
  if (set < 0 || epoll_ctl(set, EPOLL_CTL_ADD, 0, &wanted) < 0) return 1;
  epoll_ctl(set, EPOLL_CTL_DEL, 0, NULL);
  ready = epoll_wait(set, events, 2, 0); //=> (not natively) ready = epoll_wait(set, events, 3, 0);
  for (int i = 0; i < ready; i++) //=> (not natively) for (int i = 0; i <= ready; i++)
    if (events[i].events == EPOLLHUP) return 1;
  if (ppoll(files, 1, NULL, NULL) > 0 && files[0].revents == POLLIN) return 1; //=> (not natively) ppoll(files, 2, NULL, NULL);
  ready = getgroups(3, groups); //=> (not natively) ready = getgroups(4, groups);
  if (ready > 0 && groups[ready - 1] == 0) return 1; //=> (not natively) if (ready > 0 && groups[ready] == 0) return 1;
  ssize_t n = readlinkat(AT_FDCWD, "x", text, sizeof text - 1); //=> (not natively) ssize_t n = readlinkat(AT_FDCWD, "x", text, sizeof text);
  if (n >= 0) text[n] = 0;
  if (gethostname(name, sizeof name) == 0) name[0] = name[sizeof name - 1]; //=> (not natively) if (gethostname(name + 1, sizeof name) == 0) name[0] = 0;
  return 0;
}
