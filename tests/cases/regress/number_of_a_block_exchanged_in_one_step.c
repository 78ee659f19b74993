// prove: shape --check deref,free => unknown
// The block is taken out, written and put back in one atomic section: nobody ever sees that a thread has it by itself.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
struct item {
  int state;
};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct item *place;
static void *worker(void *arg) {
  for (;;) {
    __VERIFIER_atomic_begin();
    pthread_mutex_lock(&lock);
    struct item *mine = place;
    place = NULL;
    pthread_mutex_unlock(&lock);
    if (mine) {
      mine->state++;
      pthread_mutex_lock(&lock);
      place = mine;
      pthread_mutex_unlock(&lock);
    }
    __VERIFIER_atomic_end();
  }
  return NULL;
}
int main(void) {
  pthread_t thread;
  place = malloc(sizeof *place);
  if (!place)
    return 0;
  place->state = 0;
  pthread_create(&thread, NULL, worker, NULL);
  while (__VERIFIER_nondet_int()) {
    pthread_mutex_lock(&lock);
    struct item *seen = place;
    int before = seen->state;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    assert(place != seen || seen->state == before);
    pthread_mutex_unlock(&lock);
  }
  return 0;
}
