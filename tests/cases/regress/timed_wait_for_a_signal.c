// rmt: check --bound 0 --contexts 2 --check none => unsafe (not natively)
// The mutex is free while the thread waits.
#include <assert.h>
#include <threads.h>
#include <time.h>

static mtx_t mutex;
static cnd_t condition;
static int turns;

static int work(void *argument) {
  mtx_lock(&mutex);
  turns++;
  mtx_unlock(&mutex);
  return 0;
}

int main(void) {
  thrd_t thread;
  struct timespec time = {0};
  mtx_init(&mutex, mtx_plain);
  cnd_init(&condition);
  mtx_lock(&mutex);
  thrd_create(&thread, work, 0);
  cnd_timedwait(&condition, &mutex, &time);
  assert(turns == 0); //~ turns == 0
  mtx_unlock(&mutex);
  thrd_join(thread, 0);
  return 0;
}
