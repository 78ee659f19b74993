// rmt: check --bound 0 --check none => safe
#include <assert.h>
#include <pthread.h>

static int ready, seen;

static int prepare() {
  ready = 1;
  return 0;
}

static void look() { seen = ready; }

int main(void) {
  pthread_t one, other;
  pthread_create(&one, 0, (void *(*)(void *))prepare, 0);
  pthread_join(one, 0); //=> (not natively) ;
  pthread_create(&other, 0, (void *(*)(void *))look, 0);
  pthread_join(other, 0);
  assert(seen == 1); //=> (not natively) assert(seen == 0);
  return 0;
}
