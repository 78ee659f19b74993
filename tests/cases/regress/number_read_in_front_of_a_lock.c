// prove: shape --check deref,free => unknown
// No thread writes the number while others can come to it; yet reading it does not commute with an exchange in one step.
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
      mine->state = 2;
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
  place->state = 1;
  pthread_create(&thread, NULL, worker, NULL);
  while (__VERIFIER_nondet_int()) {
    struct item *seen = place;
    if (seen) {
      int before = seen->state;
      pthread_mutex_lock(&lock);
      assert(seen->state == before);
      pthread_mutex_unlock(&lock);
    }
  }
  return 0;
}
