// rmt: check --check none => rejected
#include <unistd.h>

int main(void) {
  return fork(); //~ `fork` is not supported
}
