// rmt: check --check deadlock => unsafe (not natively)
// Locks and variables that are members of one record keep apart: the worker unlocks another lock than it has locked.
#include <pthread.h>
#include <stddef.h>

static struct {
  pthread_mutex_t lock;
  pthread_cond_t filled, emptied;
  int items[4];
  int first, count, closing;
} queue = {.lock = PTHREAD_MUTEX_INITIALIZER, .filled = PTHREAD_COND_INITIALIZER, .emptied = PTHREAD_COND_INITIALIZER};

static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void *work(void *unused) {
  for (;;) {
    pthread_mutex_lock(&queue.lock);
    while (queue.count == 0 && !queue.closing) pthread_cond_wait(&queue.filled, &queue.lock);
    if (queue.count == 0) {
      pthread_mutex_unlock(&other);
      return NULL;
    }
    sum += queue.items[queue.first];
    queue.first = (queue.first + 1) % 4;
    queue.count--;
    pthread_cond_signal(&queue.emptied);
    pthread_mutex_unlock(&queue.lock);
  }
}

int main(void) {
  pthread_t worker;
  if (pthread_create(&worker, NULL, work, NULL) != 0) return 1;
  pthread_mutex_lock(&queue.lock);
  while (queue.count == 4) pthread_cond_wait(&queue.emptied, &queue.lock);
  queue.items[(queue.first + queue.count) % 4] = 5;
  queue.count++;
  queue.closing = 1;
  pthread_cond_signal(&queue.filled);
  pthread_mutex_unlock(&queue.lock);
  pthread_mutex_lock(&queue.lock); //~ deadlock
  sum++;
  pthread_mutex_unlock(&queue.lock);
  return pthread_join(worker, NULL);
}
