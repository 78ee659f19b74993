// rmt: check --bound 1 --check none => safe
#include <assert.h>
#include <pthread.h>

static pthread_key_t key;
static int cleaned;

static void clean(void *value) { cleaned = *(int *)value; }

static void *work(void *argument) {
  pthread_setspecific(key, argument); //=> (not natively) ;
  return 0;
}

int main(void) {
  pthread_t thread;
  int value = 5;
  pthread_key_create(&key, clean); //=> (not natively) pthread_key_create(&key, 0);
  pthread_create(&thread, 0, work, &value);
  pthread_join(thread, 0);
  assert(cleaned == 5); //=> (not natively) assert(cleaned == 0);
  return 0;
}
