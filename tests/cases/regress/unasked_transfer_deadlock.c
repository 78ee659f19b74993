// rmt: check => unsafe (unasked, not natively)
// Two locks, taken in two orders: each thread waits for the other.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static int here = 100, there = 100;

static void *to(void *argument) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&first);
    pthread_mutex_lock(&second); //~ deadlock
    here -= 10;
    there += 10;
    pthread_mutex_unlock(&second);
    pthread_mutex_unlock(&first);
  }
  return 0;
}

static void *back(void *argument) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&second);
    pthread_mutex_lock(&first);
    there -= 10;
    here += 10;
    pthread_mutex_unlock(&second);
    pthread_mutex_unlock(&first);
  }
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, to, 0);
  pthread_create(&b, 0, back, 0);
  pthread_mutex_lock(&first);
  pthread_mutex_lock(&second);
  assert(here + there == 200);
  pthread_mutex_unlock(&second);
  pthread_mutex_unlock(&first);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(here == 100 && there == 100);
  return 0;
}
