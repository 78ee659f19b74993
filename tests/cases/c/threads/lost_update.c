// rmt: check --bound 0 --check none => unsafe
#include <assert.h>
#include <pthread.h>

static int balance;

static void *deposit(void *argument) {
  int now = balance;
  balance = now + 1;
  return 0;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, 0, deposit, 0);
  pthread_create(&other, 0, deposit, 0);
  pthread_join(one, 0);
  pthread_join(other, 0);
  assert(balance == 2); //~ balance == 2
  return 0;
}
