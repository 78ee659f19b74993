// rmt: check --bound 0 --check none => safe
// What an operator gives is what it wrote, not what is there later.
#include <assert.h>
#include <pthread.h>

static struct {
  _Atomic int tickets; //=> int tickets;
} office;
static _Atomic long counts[2]; //=> static long counts[2];
static int mine, other;
static long count, later;

static void *work(void *argument) {
  mine = ++office.tickets;
  count = --counts[1];
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  other = ++office.tickets;
  later = --counts[1];
  pthread_join(thread, 0);
  assert(mine != other);
  assert(count != later); //=> assert(count != -2);
  return 0;
}
