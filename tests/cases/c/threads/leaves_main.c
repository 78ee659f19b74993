// rmt: check --check deref => safe
// The first thread may end before others, with its variables.
#include <pthread.h>
#include <stdlib.h>

static int lasting;

static void *write_to(void *at) {
  *(int *)at = 1;
  return 0;
}

int main(void) {
  pthread_t thread;
  int local = 0;
  if (pthread_create(&thread, 0, write_to, &lasting)) return 1; //=> (not natively) if (pthread_create(&thread, 0, write_to, &local)) return 1;
  pthread_exit((void *)(long)local);
}
