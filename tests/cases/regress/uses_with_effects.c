// rmt: check => safe
// Arguments that have effects are looked at as others are, once.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

static int asked;

static const char *name(void) {
  asked++;
  const char *name = getenv("NAME");
  return name ? name : "nobody"; //=> (not natively) return name;
}

static FILE *input(void) {
  asked++;
  return stdin; //=> (not natively) return NULL;
}

int main(int argc, char **argv) {
  char line[8];
  int i = 0;
  puts(name());
  puts(argc > 1 ? argv[1] : "none"); //=> (not natively) puts(argc > 1 ? argv[1] : NULL);
  if (argc > 1) puts(argv[++i]); //=> (not natively) if (argc > 0) puts(argv[++i]);
  if (fgets(line, sizeof line, input())) fputs(line, stdout);
  assert(asked == 2 && i == (argc > 1));
  return 0;
}
