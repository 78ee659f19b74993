// rmt: check => safe
// What is searched is found where it is.
#define _GNU_SOURCE
#include <assert.h>
#include <search.h>
#include <string.h>
#include <strings.h>

static int order(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

int main(void) {
  int numbers[4] = {4, 2, 8}, key = 2, other = 5;
  size_t count = 3;
  int *found = lfind(&key, numbers, &count, sizeof key, order);
  assert(found == &numbers[1]); //=> assert(found == &numbers[2]);
  *found = 3;
  assert(numbers[1] == 3); //=> assert(numbers[1] == 2);
  assert(!lfind(&key, numbers, &count, sizeof key, order)); //=> assert(lfind(&key, numbers, &count, sizeof key, order));
  found = lsearch(&other, numbers, &count, sizeof other, order);
  assert(count == 4 && found == &numbers[3] && *found == 5); //=> assert(count == 3);

  char path[] = "a/bcb", copy[8];
  assert(basename(path) == path + 2); //=> assert(basename(path) == path);
  *index(path, 'b') = 'x';
  assert(strcmp(path, "a/xcb") == 0); //=> assert(strcmp(path, "a/bcb") == 0);
  assert(rindex(path, 'b') == path + 4 && !index(path, 'z'));
  assert(rawmemchr(path, 'c') == path + 3); //=> assert(rawmemchr(path, 'c') == path + 2);
  assert(memccpy(copy, path, 'x', 5) == copy + 3); //=> assert(memccpy(copy, path, 'x', 5) == 0);
  assert(stpncpy(copy, "ab", 4) == copy + 2 && copy[3] == 0); //=> assert(stpncpy(copy, "ab", 4) == copy + 4);
  return 0;
}
