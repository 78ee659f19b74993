// prove: descent -I include => safe, mutants unsafe
// Blocks are freed before and after the loop, and a pointer may come from two blocks.
#include <rmt.h>
int main(void) {
  char *a = rmt_string(), *b = rmt_array(char, 2), *c = rmt_array(char, 1);
  free(c); //=> free(a);
  for (char *s = a; *s; s++)
    ; //=> if (s[0] == 7) s = c;
  *(rmt_char() ? a : b) = 0; //=> *(rmt_char() ? a : c) = 0;
  free(a);
  free(b); //=> free(b); *a = 1;
  return 0;
}
