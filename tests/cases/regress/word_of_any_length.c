// rmt: check => unsafe (not natively)
#include <stdio.h>

int main(void) {
  char word[8];
  if (scanf("%7s", word) == 1) puts(word);
  if (scanf("%s", word) == 1) puts(word); //~ invalid write
}
