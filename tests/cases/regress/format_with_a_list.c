// rmt: check => safe
// The arguments of a format may be in a list.
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static int say(char *text, const char *format, ...) {
  char own[8], copy[8];
  int length;
  va_list list;
  strcpy(own, format);
  va_start(list, format);
  length = vsnprintf(text, 20, own, list);
  va_end(list);
  va_start(list, format);
  vsnprintf(copy, 8, "%d", list);
  va_end(list);
  return length;
}

int main(void) {
  char text[20];
  say(text, "%2d %s", 3, "x"); //=> (not natively) an argument is missing: say(text, "%*d %s", 3, 2);
  say(text, "%d%%", 2);        //=> (not natively) an argument is missing: say(text, "%d%s%%", 2);
  return 0;
}
