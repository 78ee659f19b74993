// rmt: check --check none --bound 1 => safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2], turn;
static int counter;

static void *count(void *argument) {
  int own = argument != 0;
  wants[own] = 1; //=> ;
  turn = 1 - own; //=> turn = own;
  while (wants[1 - own] && turn == 1 - own)
    ;
  counter++;
  wants[own] = 0;
  return 0;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, 0, count, 0);
  pthread_create(&other, 0, count, &counter);
  pthread_join(one, 0);
  pthread_join(other, 0);
  assert(counter == 2);
  return 0;
}
