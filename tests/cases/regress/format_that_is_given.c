// rmt: check --entry say => safe
// A format that callers give goes with the arguments that they give.
#include <stdarg.h>
#include <stdio.h>

int say(const char *format, const char *what, int n) {
  char text[90];
  if (!format) return 0;
  snprintf(text, 90, format, what);
  return n == 0 ? 0 : 100 / n; //=> division by zero: return 100 / n;
}
