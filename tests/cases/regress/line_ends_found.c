// rmt: check --check none => unsafe (not natively)
// A line may end with a new line, and have a zero in its midst.
#include <assert.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  char line[6];
  if (!fgets(line, sizeof line, stdin))
    return 0;
  assert(line[0] != '\0' || line[1] != '\n'); //~ assertion
}
