// prove: execution => unsafe
// A field too many is written: it takes a line of ten, so many rounds of two loops, of which there are thousands of other paths.
#include <stdio.h>
#define FIELDS 9
struct row {
  int lengths[FIELDS];
  int count;
};
static const char *field(const char *text, int *length) {
  *length = 0;
  while (*text && *text != ',') {
    ++*length;
    text++;
  }
  return text;
}
int main(void) {
  char line[64];
  struct row row;
  while (fgets(line, sizeof line, stdin)) {
    row.count = 0;
    const char *text = line;
    for (;;) {
      if (row.count > FIELDS)
        return 1;
      text = field(text, &row.lengths[row.count]);
      row.count++;
      if (*text != ',')
        break;
      text++;
    }
  }
  return 0;
}
