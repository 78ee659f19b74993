// rmt: check --check none => unsafe
// The inspector must come last of 17 threads: a loop that no small bound follows, and no interruption.
#include <assert.h>
#include <pthread.h>

enum { SELLERS = 16 };
static int sold;

static void *inspect(void *unused) {
  assert(sold < SELLERS); //~ sold < SELLERS
  return unused;
}

static void *sell(void *unused) {
  int before = sold;
  sold = before + 1;
  return unused;
}

int main(void) {
  pthread_t inspector, seller;
  pthread_create(&inspector, 0, inspect, 0);
  for (int i = 0; i < SELLERS; i++)
    pthread_create(&seller, 0, sell, 0);
  pthread_join(inspector, 0);
  return 0;
}
