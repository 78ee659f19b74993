// rmt: check => unsafe (not natively)
// What is next in a list that `vsnprintf` has read nobody knows.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static char *made(const char *format, ...) {
  va_list list;
  va_start(list, format);
  int length = vsnprintf(0, 0, format, list);
  char *text = length < 0 || length > 1000 ? 0 : malloc(length + 1u);
  if (text) vsnprintf(text, length + 1u, format, list); //~ an argument list is used again
  va_end(list);
  return text;
}

int main(void) {
  free(made("%d %s", 3, "abc"));
  return 0;
}
