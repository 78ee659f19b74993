// rmt: check --check deref,free => safe
// What a thread allocates and frees is not the lock that another one waits with.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int *box;
static int closed;

static void put(int *item) {
  pthread_mutex_lock(&lock);
  if (item) box = item; else closed = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
}

static void *produce(void *argument) {
  int *item = malloc(sizeof *item);
  if (item) {
    *item = 7;
    put(item); //=> put(item); *item = 8;
  }
  put(NULL);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, produce, NULL);
  pthread_mutex_lock(&lock);
  while (!box && !closed) pthread_cond_wait(&changed, &lock);
  int *item = box;
  box = NULL;
  pthread_mutex_unlock(&lock);
  if (item) {
    assert(*item == 7);
    free(item);
  }
  pthread_join(thread, NULL);
  free(box); //=> free(item);
  return 0;
}
