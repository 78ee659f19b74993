// rmt: check --check overflow --contexts all --bound 6 => safe
// A stack of numbers, guarded by a lock.
#include <assert.h>
#include <pthread.h>

#define SIZE 8
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int items[SIZE];
static int count;

static int push(int item) {
  int is_stored = 0;
  pthread_mutex_lock(&lock);
  if (count < SIZE) {
    items[count++] = item;
    is_stored = 1;
  }
  pthread_mutex_unlock(&lock);
  return is_stored;
}

static void *work(void *argument) {
  int item = *(int *)argument;
  push(item);
  push(item + 1);
  return 0;
}

int main(void) {
  pthread_t threads[3];
  int first[3] = {10, 20, 30};
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], 0, work, &first[i]);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
  assert(count == 6); //=> (not natively) assert(count == 5);
  for (int i = 0; i < count; i++) assert(items[i] >= 10);
  return 0;
}
