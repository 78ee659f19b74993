// rmt: check => safe
// A list that was read by `vsnprintf` and its kin is begun again, or a copy of it is.
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

static int count(const char *format, va_list list) {
  return vsnprintf(0, 0, format, list);
}

static int last(const char *format, ...) {
  va_list list, copy;
  char text[40];
  va_start(list, format);
  va_copy(copy, list);
  int length = count(format, list);
  vsnprintf(text, sizeof text, format, copy); //=> (not natively) vsnprintf(text, sizeof text, format, list);
  va_end(copy);
  va_end(list);
  va_start(list, format); //=> (not natively)
  int first = va_arg(list, int);
  va_end(list);
  return length < 0 ? 3 : first;
}

int main(void) {
  assert(last("%d %d", 3, 4) == 3);
}
