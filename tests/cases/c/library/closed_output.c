// rmt: check => safe
// Streams that are open from the start are closed once, and not used then.
#include <stdio.h>

int main(void) {
  printf("%d\n", 1);
  if (fclose(stdout) != 0) return 1;
  fprintf(stderr, "closed\n"); //=> (not natively) printf("closed\n");
  fclose(stdin); //=> (not natively) fclose(stdout);
  return 0;
}
