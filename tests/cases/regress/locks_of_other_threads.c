// rmt: check --bound 0 --contexts 1 --check lock => safe-up-to-bound
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;

static void *work(void *argument) {
  pthread_rwlock_wrlock(&lock); //=> (not natively) unlocked that no thread holds: ;
  pthread_rwlock_unlock(&lock);
  pthread_rwlock_rdlock(&lock); //=> (not natively) no thread holds: ;
  pthread_rwlock_unlock(&lock);
  pthread_spin_lock(&spin); //=> (not natively) unlocked that no thread holds: ;
  pthread_spin_unlock(&spin);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_spin_init(&spin, 0);
  pthread_create(&thread, 0, work, 0);
  pthread_rwlock_wrlock(&lock);
  pthread_spin_lock(&spin);
  pthread_spin_unlock(&spin);
  pthread_rwlock_unlock(&lock);
  pthread_join(thread, 0);
  pthread_spin_lock(&spin);
  pthread_spin_unlock(&spin); //=> (not natively) destroyed: ;
  pthread_spin_destroy(&spin);
  return 0;
}
