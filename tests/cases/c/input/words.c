// rmt: check => safe
// A word has no blanks, and nothing that is read as one of a set is outside of it.
#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  char word[6], digits[4], line[4], letter;
  if (scanf("%5s", word) != 1) //=> (not natively) if (scanf("%5c", word) != 1)
    return 0;
  assert(strlen(word) > 0 && !isspace((unsigned char)word[0])); //=> (not natively) assert(isprint((unsigned char)word[0]));
  if (sscanf("ab c", "%5s", word) == 1)
    assert(word[0] != '\n');
  if (scanf(" %c", &letter) == 1) //=> (not natively) if (scanf("%c", &letter) == 1)
    assert(letter != '\n' && letter != ' ');
  if (scanf("%3[0-9x-]", digits) == 1)
    assert(isdigit((unsigned char)digits[0]) || digits[0] == 'x' || digits[0] == '-'); //=> (not natively) assert(isdigit((unsigned char)digits[0]));
  if (scanf("%3[^\n,]", line) == 1) //=> (not natively) if (scanf("%3[^\n]", line) == 1)
    assert(line[0] != ',' && line[0] != '\n');
  return 0;
}
