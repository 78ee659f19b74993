// prove: execution --check overflow,deref => safe, mutants unsafe
// A line is read, and functions of the C library work on it: their loops run on paths as all others.
#include <stdio.h>
#include <string.h>
void __VERIFIER_error(void);
int main(void) {
  char line[6], copy[6];
  if (!fgets(line, sizeof line, stdin)) //=> if (!fgets(line, sizeof line + 1, stdin))
    return 0;
  line[strcspn(line, "\n")] = '\0'; //=> line[strlen(line) - 1] = '\0';
  strcpy(copy, line);
  if (strlen(copy) > 5) //=> if (strlen(copy) > 4)
    __VERIFIER_error();
  char *colon = strchr(copy, ':');
  if (colon && colon - copy > 4) //=> if (colon && colon - copy > 3)
    __VERIFIER_error();
}
