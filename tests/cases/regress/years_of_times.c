// rmt: check => safe
// A year is about the time that it is made of, and the name of a zone is a text.
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
#include <time.h>

int main(void) {
  time_t now = time(NULL), day = 86400;
  struct tm *parts = localtime(&now), first;
  if (!parts)
    return 1;
  printf("%d %s\n", 1900 + parts->tm_year, parts->tm_zone); //=> (not natively) printf("%d %s\n", 2147483447 + parts->tm_year, parts->tm_zone);
  puts(asctime(parts));
  if (!gmtime_r(&day, &first))
    return 1;
  assert(first.tm_year == 70); //=> assert(first.tm_year == 71);

  struct tm made = {.tm_year = 100, .tm_mday = 1};
  if (mktime(&made) == -1)
    return 1;
  puts(asctime(&made));
  return 0;
}
