// rmt: check => safe
// What is taken to fit, fits into the array that the text goes to, not only into the record.
#include <assert.h>
#include <stdio.h>
#include <string.h>

struct entry {
  char text[16];
  int count;
};

static void put(char *to, double value) { sprintf(to, "%.2f", value); }

int main(int argc, char **argv) {
  struct entry entry;
  entry.count = 3;
  sprintf(entry.text, "%.2f", argc * 0.5); //=> (not natively) sprintf(entry.text, "%s and %.2f", "more texts", argc * 0.5);
  assert(strlen(entry.text) < 16);
  put(entry.text, 1.5);
  assert(entry.count == 3);
  return 0;
}
