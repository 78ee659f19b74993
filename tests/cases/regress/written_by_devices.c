// rmt: check --check deref --check bounds --check uninit => safe
// What further functions of the system write is any of what they may.
#define _GNU_SOURCE
#include <assert.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/statvfs.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

int main(void) {
  int bytes, status, sign;
  struct winsize window;
  struct statvfs about;
  struct itimerval timer;
  struct timespec step;
  struct tm parts;
  uid_t real, effective, saved;
  unsigned short seed[3] = {1, 2, 3};
  if (ioctl(0, TIOCSCTTY, 0) < 0 || ioctl(0, FIONREAD, &bytes) < 0) //=> (not natively) if (ioctl(0, FIONREAD, &bytes) > 0)
    return 1;
  assert(bytes >= 0); //=> (not natively) assert(bytes == 0);
  if (ioctl(0, TIOCGWINSZ, &window) == 0)
    printf("%d\n", window.ws_col);
  if (statvfs("/", &about) == 0)
    printf("%lu\n", about.f_bsize);
  if (getitimer(ITIMER_REAL, &timer) == 0)
    printf("%ld\n", (long)timer.it_value.tv_sec);
  if (clock_getres(CLOCK_MONOTONIC, &step) == 0)
    assert(step.tv_nsec < 1000000000);
  if (strptime("2020-01-01", "%Y-%m-%d", &parts))
    printf("%d\n", 1900 + parts.tm_year);
  if (getresuid(&real, &effective, &saved) == 0)
    printf("%u\n", real);
  if (wait4(-1, &status, 0, 0) > 0) //=> (not natively) if (wait4(-1, &status, 0, 0) != 0)
    printf("%d\n", status);
  assert(erand48(seed) < 1); //=> (not natively) assert(erand48(seed) < 1 && seed[0] == 1);
  return 0;
}
