// rmt: check => safe
// Settings with commas between them, and sorting with an argument for who compares.
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>

static int falling(const void *a, const void *b, void *calls) {
  ++*(int *)calls;
  return *(const int *)b - *(const int *)a;
}

int main(void) {
  int numbers[] = {1, 3, 2}, calls = 0;
  char text[] = "size=3,ro", *rest = text, *value;
  char *const names[] = {"ro", "size", NULL};
  qsort_r(numbers, 3, sizeof(int), falling, &calls);
  assert(numbers[0] == 3 && numbers[2] == 1 && calls > 0); //=> assert(numbers[0] == 1);
  assert(getsubopt(&rest, names, &value) == 1 && value[0] == '3'); //=> assert(getsubopt(&rest, names, &value) == 0);
  assert(getsubopt(&rest, names, &value) == 0 && !value && *rest == 0); //=> assert(getsubopt(&rest, names, &value) == -1);
  return 0;
}
