// rmt: check => safe
// Clocks that there are tell the time, which is one that systems can count.
#include <assert.h>
#include <sys/time.h>
#include <time.h>

int main(void) {
  struct timespec until;
  struct timeval now;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_nsec += 1000000;
  if (until.tv_nsec >= 1000000000) {
    until.tv_sec++;
    until.tv_nsec -= 1000000000; //=> (not natively) until.tv_nsec -= 1;
  }
  assert(until.tv_nsec < 1000000000);
  gettimeofday(&now, 0);
  long micro = now.tv_sec * 1000000 + now.tv_usec; //=> (not natively) long micro = now.tv_sec * 1000000000 + now.tv_usec * 1000;
  assert(micro >= 0);
  time_t end = time(0) + 60;
  assert(end >= 59); //=> (not natively) assert(end > 59);
  return 0;
}
