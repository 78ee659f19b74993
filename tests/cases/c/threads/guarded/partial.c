// rmt: check --check overflow --contexts all --bound 4 => safe
// Threads sum up by themselves, and add their sums in the end.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const int values[8] = {1, 2, 3, 4, 5, 6, 7, 8};
static int sum;

struct part {
  int from, to;
};

static struct part parts[4] = {{0, 2}, {2, 4}, {4, 6}, {6, 8}};

static void *work(void *argument) {
  struct part *part = argument;
  int own = 0;
  for (int i = part->from; i < part->to; i++) own += values[i];
  pthread_mutex_lock(&lock);
  sum += own; //=> (not natively) sum += own + part->from / 6;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t threads[4];
  for (int i = 0; i < 4; i++) pthread_create(&threads[i], 0, work, &parts[i]);
  for (int i = 0; i < 4; i++) pthread_join(threads[i], 0);
  assert(sum == 36);
  return 0;
}
