// rmt: check => safe
// Names for new files are written over the six characters X that a name ends with.
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(void) {
  char name[] = "/tmp/aXXXXXX", other[] = "/tmp/XXXXXX.c";
  if (!mkdtemp(name)) return 1;
  assert(strncmp(name, "/tmp/a", 6) == 0 && strlen(name) == 12); //=> (not natively) assert(name[6] == 'X');
  if (mkostemps(other, 2, 0) >= 0) assert(strcmp(other + 11, ".c") == 0); //=> assert(mkostemps(other, 1, 0) >= 0);
  assert(!mkdtemp("abcdef")); //=> mkdtemp("/tmp/XXXXXX");
  assert(mkostemp("abc", 0) == -1); //=> char text[3] = {'a', 'b', 'c'}; mkostemp(text, 0);
  char *path = get_current_dir_name(); //=> char *path = get_current_dir_name(); path[0] = 0; path = 0;
  free(path); //=> ;
  int *numbers = reallocarray(NULL, 3, sizeof *numbers), *more;
  if (!numbers) return 1;
  numbers[2] = 1; //=> numbers[3] = 1;
  more = reallocarray(numbers, (size_t)-1 / 2, sizeof *numbers);
  assert(!more); //=> assert(more);
  free(numbers);
  return 0;
}
