// rmt: check => unsafe (not natively)
// The array ends before the record does.
#include <string.h>

struct entry {
  char name[8];
  int count;
};

int main(void) {
  struct entry entry;
  entry.count = 4;
  memset(entry.name, 0, sizeof entry); //~ write out of bounds
  return entry.count;
}
