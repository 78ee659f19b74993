// rmt: check --check deref,free --bound 1 => unsafe (not natively)
// The address of a store is read once: what is checked is what is written to, though others change where the pointer leads.
#include <pthread.h>
#include <stdlib.h>
static int *top;
static void *worker(void *arg) {
  *top = 1; //~ invalid write: freed memory
  return NULL;
}
int main(void) {
  top = malloc(sizeof *top);
  int *other = malloc(sizeof *other);
  if (!top || !other) exit(1);
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  int *old = top;
  top = other;
  free(old);
  pthread_join(t, NULL);
  free(other);
  return 0;
}
