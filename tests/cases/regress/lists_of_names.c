// rmt: check --bound 2 => safe-up-to-bound
// Names of patterns come behind others and behind null pointers; who refuses an entry is asked all the same.
#include <assert.h>
#include <dirent.h>
#include <glob.h>
#include <stdlib.h>

static int refused;

static int is_wanted(const struct dirent *entry) {
  if (entry->d_name[0] != '.')
    return 1;
  refused++;
  return 0;
}

int main(void) {
  glob_t found;
  struct dirent **entries;
  found.gl_offs = 1;
  if (glob("*.c", GLOB_DOOFFS, 0, &found)) //=> (not natively) if (glob("*.c", 0, 0, &found))
    return 1;
  glob("*.h", GLOB_DOOFFS | GLOB_APPEND, 0, &found); //=> (not natively) glob("*.h", GLOB_DOOFFS, 0, &found);
  assert(!found.gl_pathv[0] && found.gl_pathv[1]);
  globfree(&found);

  int n = scandir(".", &entries, is_wanted, 0);
  if (n < 0)
    return 1;
  assert(refused >= 0); //=> (not natively) assert(refused == 0);
  while (n-- > 0)
    free(entries[n]);
  free(entries);
  return 0;
}
