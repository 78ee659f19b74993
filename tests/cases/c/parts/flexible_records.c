// rmt: check --bound 4 => safe
// Records behind a header, without a length; copies of the whole reach them, and a pointer behind the header does, too.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct entry {
  char *key;
  unsigned short hash;
};

struct table {
  unsigned size;
  double load;
  struct entry slots[];
};

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = 3, i = __VERIFIER_nondet_uint() % 3;
  size_t bytes = sizeof(struct table) + n * sizeof(struct entry);
  struct table *t = calloc(1, bytes), *copy = malloc(bytes);
  if (t && copy) {
    char key[] = "k";
    t->size = n;
    t->load = 0.5;
    t->slots[i].key = key;
    t->slots[i].hash = 7;
    memcpy(copy, t, bytes); //=> memcpy(copy, t, sizeof(struct table));
    assert(copy->size == 3 && copy->slots[i].hash == 7); //=> assert(copy->slots[2].hash == 7);
    assert(copy->slots[i].key == key);
    struct entry *first = (struct entry *)(copy + 1);
    first->hash = 9;
    assert(copy->slots[0].hash == 9); //=> assert(copy->slots[0].hash == 7 || i);
    assert(copy->load == 0.5);
  }
  free(t);
  free(copy);
  return 0;
}
