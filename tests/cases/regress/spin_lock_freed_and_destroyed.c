// rmt: check => unsafe (not natively)
#include <pthread.h>
#include <stdlib.h>

int main(void) {
  pthread_spinlock_t *lock = malloc(sizeof *lock);
  if (!lock) return 1;
  pthread_spin_init(lock, 0);
  free((void *)lock);
  pthread_spin_destroy(lock); //~ invalid read
  return 0;
}
