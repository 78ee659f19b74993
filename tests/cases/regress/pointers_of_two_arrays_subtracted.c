// rmt: check => safe
// Pointers that are subtracted point into one array.
#include <string.h>

int main(void) {
  char a[4] = "abc", b[4] = "b";
  char *found = strchr(a, b[0]);
  return found ? (int)(found - a) : 0; //=> (not natively) into different blocks: return found ? (int)(found - b) : 0;
}
