// rmt: check => unsafe (not natively)
// The zero that ends the name of the second record ends none of the first.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct record {
  long sum;
  char name[20];
};

static void add(struct record *all, int i, const char *name) {
  struct record *r = &all[i];
  r->sum = 0;
  strncpy(r->name, name, sizeof r->name - 1);
}

int main(int argc, char **argv) {
  struct record *all = malloc(2 * sizeof *all);
  if (!all) return 1;
  add(all, 0, argc > 1 ? argv[1] : "nobody");
  add(all, 1, "bob");
  printf("%s\n", all[0].name); //~ invalid read: of a string that does not end
  free(all);
  return 0;
}
