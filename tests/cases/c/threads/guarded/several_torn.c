// rmt: check --check none --contexts all --bound 2 => unsafe (not natively)
// What belongs together is changed in two steps, and a third thread looks in between.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance, moves;

static void *deposit(void *argument) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&lock);
    balance += 5;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    moves++;
    pthread_mutex_unlock(&lock);
  }
  return 0;
}

static void *audit(void *argument) {
  pthread_mutex_lock(&lock);
  assert(balance == 5 * moves); //~ balance == 5 * moves
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t one, other, auditor;
  pthread_create(&one, 0, deposit, 0);
  pthread_create(&other, 0, deposit, 0);
  pthread_create(&auditor, 0, audit, 0);
  pthread_join(one, 0);
  pthread_join(other, 0);
  pthread_join(auditor, 0);
  return 0;
}
