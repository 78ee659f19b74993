// rmt: check => safe
// A format that is not written in the program asks for no more arguments than follow, also where the text is kept.
#include <stdio.h>

int main(void) {
  char line[4], text[20];
  if (!fgets(line, 4, stdin)) return 1;
  snprintf(text, 20, "%s", line); //=> (not natively) an argument is missing: snprintf(text, 20, line, 3);
  return 0;
}
