// rmt: check --check deref --bound 4 --malloc-never-fails => safe
#include <stdlib.h>

struct list {
  int count;
  int items[];
};

int main(void) {
  struct list *l = malloc(sizeof *l + 3 * sizeof(int));
  l->count = 3;
  for (int i = 0; i < l->count; i++) l->items[i] = i;  //=> for (int i = 0; i <= l->count; i++) l->items[i] = i;
  return l->items[2];
}
