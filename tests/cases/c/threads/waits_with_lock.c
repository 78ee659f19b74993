// rmt: check --check none => safe
// Two threads take turns: each waits for the other with a lock, in as many rounds as it likes.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int turn, count;

static void play(int own) {
  pthread_mutex_lock(&lock);
  while (turn != own) pthread_cond_wait(&changed, &lock); //=> if (turn != own) pthread_cond_wait(&changed, &lock);
  assert(count == own);
  count++; //=> count += 2;
  turn = 1 - own;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
}

static void *second(void *argument) {
  play(1);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, second, 0);
  play(0);
  pthread_join(thread, 0);
  assert(count == 2);
  return 0;
}
