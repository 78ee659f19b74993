// rmt: check --check race --contexts all --bound 0 => unsafe (not natively)
// Two locks for one variable guard nothing.
#include <pthread.h>

static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *with_one(void *argument) {
  pthread_mutex_lock(&one);
  counter++; //~ data race
  pthread_mutex_unlock(&one);
  return 0;
}

static void *with_other(void *argument) {
  pthread_mutex_lock(&other);
  counter++;
  pthread_mutex_unlock(&other);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, with_one, 0);
  pthread_create(&b, 0, with_other, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
