// rmt: check --check overflow --contexts all --bound 3 => safe
// One lock guards several variables.
#include <assert.h>
#include <pthread.h>

struct account {
  pthread_mutex_t lock;
  int balance;
  unsigned moves;
};

static struct account account = {PTHREAD_MUTEX_INITIALIZER, 0, 0};
static long total;

static void *deposit(void *argument) {
  struct account *to = argument;
  for (int i = 0; i < 3; i++) {
    pthread_mutex_lock(&to->lock);
    to->balance += 5;
    to->moves++; //=> (not natively) if (i) to->moves++;
    total += 5;
    pthread_mutex_unlock(&to->lock);
  }
  return 0;
}

int main(void) {
  pthread_t threads[4];
  for (int i = 0; i < 4; i++) pthread_create(&threads[i], 0, deposit, &account);
  for (int i = 0; i < 4; i++) pthread_join(threads[i], 0);
  assert(account.balance == 60 && account.moves == 12);
  assert(total == account.balance); //=> (not natively) assert(total != account.balance);
  return 0;
}
