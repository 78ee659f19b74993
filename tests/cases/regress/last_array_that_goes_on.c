// rmt: check => safe
#include <stdlib.h>

struct text { int length; char bytes[1]; };

int main(int argc, char **argv) {
  struct text *text = malloc(sizeof *text + 8);
  if (!text) return 1;
  text->bytes[5] = 1; //=> text->bytes[12] = 1;
  int first = text->bytes[5];
  free(text);
  return first;
}
