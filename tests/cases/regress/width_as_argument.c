// rmt: check => unsafe
#include <stdio.h>

int main(int argc, char **argv) {
  char text[8];
  int width = argc > 0 ? 40 : 2;
  sprintf(text, "%*d", width, 7); //~ invalid write
  return text[0] == 0;
}
