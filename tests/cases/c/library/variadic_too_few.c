// rmt: check --check deref => unsafe (not natively)
#include <stdarg.h>

static int first(int count, ...) {
  va_list list;
  va_start(list, count);
  va_arg(list, int);
  return va_arg(list, int);  //~ invalid read: out of bounds
}

int main(void) { return first(2, 1); }
