// rmt: check --bound 0 --check none => safe
#include <assert.h>
#include <pthread.h>

static int balance;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *deposit(void *argument) {
  pthread_mutex_lock(&lock); //=> ;
  int now = balance;
  balance = now + 1;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, 0, deposit, 0);
  pthread_create(&other, 0, deposit, 0);
  pthread_join(one, 0); //=> ;
  pthread_join(other, 0);
  assert(balance == 2); //=> assert(balance == 1);
  return 0;
}
