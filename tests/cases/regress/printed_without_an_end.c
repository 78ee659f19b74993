// rmt: check => unsafe
#include <stdio.h>

int main(void) {
  char name[2] = {'a', 'b'};
  printf("%.2s\n", name);
  printf("%s\n", name); //~ invalid read
}
