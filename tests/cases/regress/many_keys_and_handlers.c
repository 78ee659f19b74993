// rmt: check --check none => safe
// As many as one likes.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int runs;

static void last(void) { assert(runs == 40); } //=> static void last(void) { assert(runs == 32); }

static void count(void) { runs++; }

int main(void) {
  pthread_key_t keys[20];
  atexit(last);
  for (int i = 0; i < 40; i++) atexit(count);
  for (int i = 0; i < 20; i++)
    if (pthread_key_create(&keys[i], 0)) return 0;
  assert(pthread_getspecific(keys[19]) == 0); //=> assert(0);
  return 0;
}
