// rmt: check --check race --bound 1 => safe
// Addresses are looked at as numbers, and nobody asks where blocks start: what is freed is told apart all the same. It
// was looked up in a map that nobody had declared.
#include <pthread.h>
#include <stdlib.h>

static int *cell;
static void *reader(void *unused) {
  long number = (long)cell;
  *cell = number == 1;
  return unused;
}

int main(void) {
  pthread_t thread;
  cell = malloc(sizeof *cell);
  if (!cell) return 0;
  pthread_create(&thread, 0, reader, 0);
  pthread_join(thread, 0); //=> (not natively) data race: ;
  free(cell);
  return 0;
}
