// rmt: check => safe
// A text that is measured first fits where it goes then.
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static char *text(const char *format, ...) {
  va_list measured, written;
  va_start(measured, format);
  va_copy(written, measured);
  int length = vsnprintf(NULL, 0, format, measured);
  va_end(measured);
  char *made = length < 0 ? NULL : malloc(length + 1u); //=> (not natively) char *made = length < 0 ? NULL : malloc(length);
  if (made) {
    vsnprintf(made, length + 1u, format, written); //=> vsnprintf(made, length, format, written);
    assert(made[length] == 0);
  }
  va_end(written);
  return made;
}

static char *number(double value) {
  int length = snprintf(NULL, 0, "%.3f", value);
  if (length < 0) return NULL;
  char *made = malloc(length + 1u);
  if (made) assert(snprintf(made, length + 1u, "%.3f", value) == length); //=> (not natively) if (made) assert(snprintf(made, length + 1u, "%.3f", value + 1) == length);
  return made;
}

int main(int argc, char **argv) {
  free(text("[%d]", argc));
  free(number(argc));
  return 0;
}
