// rmt: check -m32 => safe
#include <stdlib.h>

int main(int argc, char **argv) {
  if (argv[argc]) abort(); //=> (not natively) if (argv[argc + 1]) abort();
  return 0;
}
