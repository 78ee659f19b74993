// rmt: check => safe
// A block that is freed by the address of its first member is not lost, though what frees it frees what a variable of the
// file leads to as well.
#include <stdlib.h>

struct row {
  int cells[4];
  int n;
};

static void give(void *p) { free(p); }

static int *all;

int main(void) {
  struct row *row = malloc(sizeof *row);
  if (row == NULL)
    return 0;
  all = malloc(sizeof *all);
  give(all); //=>   give(all); give(all);
  for (int i = 0; i < 4; i++)
    row->cells[i] = i; //=>     row->cells[i + 2] = i;
  row->n = 1;
  give(row->cells); //=>   give(row->cells + 1);
  return 0;
}
