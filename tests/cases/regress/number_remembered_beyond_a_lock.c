// prove: shape --check deref,free => unknown
// While the lock is given back, another thread takes the block out, writes it by itself, and puts it back.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct item {
  int state;
};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct item *place;
static void *worker(void *arg) {
  for (;;) {
    pthread_mutex_lock(&lock);
    struct item *mine = place;
    place = NULL;
    pthread_mutex_unlock(&lock);
    if (mine) {
      mine->state = 7;
      pthread_mutex_lock(&lock);
      place = mine;
      pthread_mutex_unlock(&lock);
    }
  }
  return NULL;
}
int main(void) {
  pthread_t thread;
  struct item *first = malloc(sizeof *first);
  if (!first)
    return 0;
  first->state = 3;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_mutex_lock(&lock);
  place = first;
  pthread_mutex_unlock(&lock);
  while (__VERIFIER_nondet_int()) {
    pthread_mutex_lock(&lock);
    struct item *seen = place;
    if (seen && seen->state == 3) {
      pthread_mutex_unlock(&lock);
      pthread_mutex_lock(&lock);
      if (place == seen)
        assert(seen->state == 3);
    }
    pthread_mutex_unlock(&lock);
  }
  return 0;
}
