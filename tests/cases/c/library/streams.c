// rmt: check => safe
#include <stdio.h>

static void copy(FILE *from, FILE *to) {
  char line[8];
  while (fgets(line, 8, from)) //=> (not natively) while (fgets(line, 9, from))
    fputs(line, to);
}

int main(void) {
  FILE *in = tmpfile();
  if (!in) //=> (not natively) if (0)
    return 1;
  copy(in, stdout);
  fclose(in); //=> (not natively) fclose(in), fclose(in);
  fflush(NULL);
  return 0;
}
