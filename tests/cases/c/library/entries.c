// rmt: check --bound 1 => safe-up-to-bound
// Entries of a directory are those that the program wants, and are freed.
#define _DEFAULT_SOURCE
#include <dirent.h>
#include <stdlib.h>

static int is_shown(const struct dirent *entry) {
  return entry->d_name[0] != '.'; //=> return entry->d_name[0] / (entry->d_name[0] - '.');
}

int main(void) {
  struct dirent **entries;
  int n = scandir("/", &entries, is_shown, alphasort);
  for (int i = 0; i < n; i++) {
    if (entries[i]->d_name[0] == '.') abort(); //=> (not natively) if (entries[i]->d_name[0] == 'a') return 1;
    free(entries[i]);
  }
  if (n >= 0) free(entries); //=> ;
  return 0;
}
