// rmt: check --bound 0 --contexts 1 --check race => safe-up-to-bound
#include <pthread.h>
#include <stdio.h>

static int count;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *work(void *argument) {
  pthread_rwlock_wrlock(&lock); //=> (not natively) pthread_rwlock_rdlock(&lock);
  count++;
  pthread_rwlock_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  pthread_rwlock_rdlock(&lock);
  printf("%d", count);
  pthread_rwlock_unlock(&lock);
  return 0;
}
