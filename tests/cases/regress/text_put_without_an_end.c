// rmt: check => unsafe
#include <stdio.h>

int main(void) {
  char name[2] = {'a', 'b'};
  puts(name); //~ invalid read
  return 0;
}
