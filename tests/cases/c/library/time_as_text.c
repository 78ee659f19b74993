// rmt: check => safe
// What strftime gives is the length of the text.
#include <assert.h>
#include <string.h>
#include <time.h>

int main(void) {
  char text[6];
  time_t now = 0;
  struct tm *parts = gmtime(&now);
  size_t n = parts ? strftime(text, sizeof text, "%H:%M", parts) : 0;
  if (n > 0)
    assert(strlen(text) == n && n < sizeof text); //=> (not natively) assert(strlen(text) < n);
  return 0;
}
