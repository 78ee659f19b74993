// rmt: check --bound 0 --contexts 1 --check race => safe-up-to-bound
#include <pthread.h>

static int balance, fee;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *deposit(void *argument) {
  int *amount = argument;
  pthread_mutex_lock(&lock); //=> (not natively) ;
  balance += *amount - fee;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t one, other;
  int amount = 5;
  fee = 1;
  pthread_create(&one, 0, deposit, &amount);
  pthread_create(&other, 0, deposit, &amount);
  pthread_join(one, 0);   //=> (not natively) amount = 6; pthread_join(one, 0);
  pthread_join(other, 0); //=> (not natively) fee = 2; pthread_join(other, 0);
  return balance;
}
