// rmt: scan
// How much there is of what a function is given is likely only where its text says so; what it makes itself it knows.
#include <stdlib.h>

struct part {
  int kind;
};

struct whole {
  struct part part;
  int value;
};

int behind(const struct part *p) {
  return ((const struct whole *)p)->value;
}

int in_front(const char *s, size_t added_len) {
  return s[-1] + (int)(added_len % 2);
}

int counted(const int *numbers, size_t n) {
  return numbers[n]; //~ likely out of bounds
}

int own(void) {
  int numbers[4] = {0};
  return numbers[4]; //~ likely out of bounds
}

int many(void) {
  int numbers[100];
  for (int i = 0; i <= 100; i++) numbers[i] = i; //~ likely out of bounds
  return numbers[0];
}

int unset(int x) {
  int y;
  if (x > 3) y = x;
  return y; //~ likely never set
}

int overflows(void) {
  return rand() + 1; //~ likely overflow
}

int both(int x) {
  int *p = malloc(sizeof *p);
  *p = x; //~ likely null pointer
  free(p);
  return *p; //~ likely freed memory
}

struct part *grown(struct part *p);

int after(struct part *p) {
  int kind = p->kind;
  p = grown(p);
  return p ? p->kind : kind;
}
