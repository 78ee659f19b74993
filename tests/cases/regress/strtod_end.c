// rmt: check => safe
// `strtod` says where the number ends; numbers of few digits are what they say.
#include <assert.h>
#include <stdlib.h>

int main(void) {
  char *end;
  const char *text = " -1.5e3x";
  strtod(text, &end);
  assert(end == text + 7); //=> assert(end == text + 5);
  assert(strtod("2.5", NULL) == 2.5); //=> assert(strtod("2.5", NULL) == 2);
  assert(strtod("2.5e-1", NULL) == 0.25 && atof("-1.5E+3") == -1500); //=> assert(strtod("2.5e-1", NULL) == 0.5);
  text = ".";
  assert(strtod(text, &end) == 0 && end == text); //=> assert(strtod(text, &end) == 0 && end != text);
  return 0;
}
