// rmt: check --check none => safe
// A new line is the last character that is read of a line, and the ends of what a program reads are where the line says.
#include <assert.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  char line[6];
  if (!fgets(line, sizeof line, stdin))
    return 0; //=> assert(0);
  char *end = strchr(line, '\n');
  if (end)
    assert(end[1] == '\0');
}
