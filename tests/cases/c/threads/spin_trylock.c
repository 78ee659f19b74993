// rmt: check --check none --bound 2 => safe
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *count(void *argument) {
  while (pthread_mutex_trylock(&lock) != 0) //=> if (pthread_mutex_trylock(&lock) != 0)
    ;
  counter++;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, 0, count, 0);
  pthread_create(&other, 0, count, 0);
  pthread_join(one, 0);
  pthread_join(other, 0);
  assert(counter == 2);
  return 0;
}
