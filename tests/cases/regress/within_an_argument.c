// rmt: check --bound 4 => safe-up-to-bound
// The strings of the arguments may be read and written up to their ends, also where they share a map with other text.
#include <stdio.h>
#include <string.h>

static void lower(char *text) {
  for (; *text != 0; text++)
    if (*text >= 'A' && *text <= 'Z')
      *text += 'a' - 'A';
}

int main(int argc, char **argv) {
  char own[4] = "ABC";
  if (argc != 3)
    return 1;
  lower(own);
  lower(argv[1]); //=> (not natively)   lower(argv[1] + 1);
  size_t length = strlen(argv[2]);
  if (length > 0 && argv[2][length - 1] == '/') //=> (not natively)   if (argv[2][length + 1] == '/')
    argv[2][length - 1] = 0; //=> (not natively)     argv[2][length + 1] = 0;
  return argv[1][0] == own[0];
}
