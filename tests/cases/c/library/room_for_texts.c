// rmt: check => safe
// Texts stay within the array that they go to, a member of a record, and away from what they are made of.
#include <stdio.h>
#include <string.h>

struct entry {
  char key[4];
  char value[8];
};

int main(void) {
  struct entry entry;
  char line[16];
  entry.key[3] = 0; //=> entry.key[4] = 0;
  strcpy(entry.key, "abc"); //=> (not natively) strcpy(entry.key, "abcd");
  sprintf(entry.key, "%d", 123); //=> (not natively) sprintf(entry.key, "%d", 1234);
  snprintf(entry.key, sizeof entry.key, "%d", 12345); //=> (not natively) snprintf(entry.key, 6, "%d", 1);
  snprintf(line, sizeof line, "%s=%d", entry.key, 5); //=> (not natively) snprintf(line, 2 * sizeof line, "%d", 3);
  strcpy(line, "abcdef");
  strcpy(line + 7, line); //=> strcpy(line, line + 1);
  strncpy(line + 3, line, 3); //=> strncpy(line + 1, line, 3);
  sprintf(line + 8, "%s.", entry.key); //=> (not natively) sprintf(line, "%s.", line);
  return entry.key[0] == 0;
}
