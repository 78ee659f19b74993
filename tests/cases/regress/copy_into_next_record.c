// rmt: check => unsafe (not natively)
// The last member of an element ends with it: what is copied beyond it overwrites the next one.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct record {
  int id;
  char name[8];
};

struct table {
  struct record *records;
};

static void add(struct table *t, int i, const char *name) {
  struct record *r = &t->records[i];
  r->id = i;
  strcpy(r->name, name); //~ out of bounds of an array in a record
}

int main(int argc, char **argv) {
  struct table t = {malloc(4 * sizeof *t.records)};
  if (!t.records) return 1;
  add(&t, argc > 3 ? 2 : 1, "eight ch");
  printf("%s\n", t.records[1].name);
  free(t.records);
  return 0;
}
