// rmt: check => unsafe (not natively)
// A stream that nobody closes is left at the end, though it shares what is known of it with the standard streams.
#include <stdio.h>

static int first(const char *path) {
  FILE *in = fopen(path, "r");
  if (in == NULL) {
    fprintf(stderr, "%s: cannot be opened\n", path);
    return EOF;
  }
  int c = fgetc(in);
  if (c == '#')
    return EOF;
  fclose(in);
  return c;
}

int main(void) {
  return first("settings") == EOF;
} //~ leaked
