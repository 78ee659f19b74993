// rmt: check => safe
// No stream stands for all of them: nothing is known of what is flushed.
#include <assert.h>
#include <stdio.h>

int main(void) {
  FILE *file = fopen("notes", "r");
  if (file == NULL) return 0;
  int ended = feof(file);
  assert(ended == 0); //=> (not natively) assert(ended != 0);
  fflush(NULL);
  fclose(file);
  return 0;
}
