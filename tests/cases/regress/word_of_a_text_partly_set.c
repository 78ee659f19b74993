// rmt: check => safe
// A word of a string is read up to its zero: what is behind that need not be set.
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  char line[16], text[8], word[16], set[8];
  text[0] = 'a';
  text[1] = 0; //=> (not natively) text[1] = 'b';
  if (sscanf(text, "%7s", word) == 1)
    assert(strlen(word) < 2); //=> (not natively) assert(strlen(word) < 1);
  if (!fgets(line, sizeof line, stdin))
    return 1;
  if (sscanf(line, "%15s", word) == 1)
    puts(word);
  if (sscanf(line, "%7[ab]", set) == 1) //=> (not natively) if (sscanf(line, "%8[ab]", set) == 1)
    puts(set);
  return 0;
}
