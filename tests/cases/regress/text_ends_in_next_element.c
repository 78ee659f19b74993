// rmt: check => unsafe (not natively)
// As `text_ends_in_next_record.c`, with indices that are numbers.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct record {
  int id;
  char name[8];
};

int main(void) {
  struct record *all = malloc(2 * sizeof *all);
  if (!all) return 1;
  memset(all[0].name, 'x', 8);
  strcpy(all[1].name, "bob");
  printf("%s\n", all[0].name); //~ invalid read: of a string that does not end
  free(all);
  return 0;
}
