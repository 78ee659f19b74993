// rmt: check --check deref,deadlock => safe
// Once all who wait are woken up, the condition variable may be freed, whenever they go on.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t *changed;
static int gone;

static void *work(void *argument) {
  pthread_mutex_lock(&mutex);
  if (!gone) pthread_cond_wait(changed, &mutex);
  pthread_mutex_unlock(&mutex);
  return argument;
}

int main(void) {
  pthread_t thread;
  changed = malloc(sizeof *changed);
  if (!changed) return 0;
  pthread_cond_init(changed, 0);
  pthread_create(&thread, 0, work, 0);
  pthread_mutex_lock(&mutex);
  gone = 1;
  pthread_cond_broadcast(changed); //=> ;
  pthread_cond_destroy(changed);
  free(changed);
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, 0);
  return 0;
}
