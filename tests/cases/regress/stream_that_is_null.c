// rmt: check => unsafe
#include <stdio.h>

int main(void) {
  FILE *in = fopen("no such file", "r");
  int c = fgetc(in); //~ null pointer
  fclose(in);
  return c;
}
