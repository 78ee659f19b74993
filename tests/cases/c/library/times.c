// rmt: check => safe
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

int main(void) {
  time_t now = time(0);
  if (now < 0 || now > 4102444800) return 0;
  struct tm *parts = gmtime(&now);
  assert(parts && parts->tm_mon >= 0 && parts->tm_mon < 12);
  assert(parts->tm_sec <= 60); //=> (not natively) assert(parts->tm_sec < 50);
  char text[8];
  assert(strftime(text, sizeof text, "%H:%M", parts) < 8); //=> (not natively) assert(strftime(text, sizeof text, "%H:%M", parts) > 0);
  assert(ctime(&now) && strerror(now % 100));
  assert(ffs(8) == 4 && ffsll(1ll << 40) == 41);           //=> assert(ffs(8) == 3);
  assert(strtoll("9223372036854775808", 0, 10) == 9223372036854775807);
  return 0;
}
