// rmt: check => unsafe (not natively)
// Behind the last token, there may be no text.
#include <string.h>

int main(void) {
  char line[] = "one", *rest;
  if (!strtok_r(line, " ", &rest))
    return 1;
  return rest[0] != 0; //~ invalid read: null pointer
}
