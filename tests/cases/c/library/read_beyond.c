// rmt: check --check bounds => unsafe (not natively)
#include <unistd.h>

struct packet { int length; char data[4]; };

int main(void) {
  struct packet packet;
  read(0, &packet, sizeof packet + 1);  //~ write out of bounds
  return 0;
}
