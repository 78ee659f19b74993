// rmt: check --bound 1 --contexts 2 --check deref => unsafe (not natively)
// It dies where pthread_exit is called below.
#include <pthread.h>

static int *_Atomic shown;

static void show(int *place) {
  shown = place;
  pthread_exit(0);
}

static void *work(void *argument) {
  int own = 1;
  show(&own);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  pthread_join(thread, 0);
  return *shown; //~ a variable that is out of scope
}
