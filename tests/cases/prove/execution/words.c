// prove: execution --check overflow,deref => safe, mutants unsafe
// A loop over input has no end, but its states repeat.
#include <stdio.h>
#include <ctype.h>
void __VERIFIER_error(void);
int main(void) {
  int c, in_word = 0, last = ' ', level = 0;
  while ((c = getchar()) != EOF) {
    if (in_word && isspace(last)) //=> if (in_word && !isspace(last))
      __VERIFIER_error();
    in_word = !isspace(c);
    last = c;
    if (c == '(' && level < 5) //=> if (c == '(' && level < 7)
      level++;
    if (c == ')' && level) //=> if (c == ')')
      level--;
    if (level < 0 || level > 5)
      __VERIFIER_error();
  }
}
