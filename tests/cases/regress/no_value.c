// rmt: check => safe
// A function that ends without a value is fine if nobody uses it.
#include <stdio.h>

static int told(int n) {
  if (n > 100) return printf("many\n");
}

static int sign(int n) {
  if (n > 0) return 1;
  if (n <= 0) return -1; //=> (not natively) if (n < 0) return -1;
}

int main(int argc, char **argv) {
  told(argc);
  return sign(argc - 1) > 0;
}
