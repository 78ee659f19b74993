// rmt: check --bound 1 => unsafe (not natively)
// How long a command is uses up no bound: two commands are two rounds.
#include <stdio.h>
#include <string.h>
int amounts[5];

int main(void) {
  char command[12];
  int n;
  while (scanf("%11s", command) == 1) {
    if (strcmp(command, "deposit") == 0) {
      if (scanf("%d", &n) != 1)
        return 1;
      if (n < 5)
        amounts[n] = 1; //~ invalid write
    }
  }
  return 0;
}
