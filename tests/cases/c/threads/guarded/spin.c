// rmt: check --check overflow --contexts all --bound 4 => safe
// Spin locks.
#include <assert.h>
#include <pthread.h>

static pthread_spinlock_t lock;
static int counter;

static void *work(void *argument) {
  for (int i = 0; i < 3; i++) {
    pthread_spin_lock(&lock);
    counter++; //=> (not natively) pthread_spin_unlock(&lock); counter++; pthread_spin_lock(&lock);
    pthread_spin_unlock(&lock);
  }
  return 0;
}

int main(void) {
  pthread_t threads[4];
  pthread_spin_init(&lock, 0);
  for (int i = 0; i < 4; i++) pthread_create(&threads[i], 0, work, 0);
  for (int i = 0; i < 4; i++) pthread_join(threads[i], 0);
  assert(counter == 12);
  return 0;
}
