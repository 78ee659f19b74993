// rmt: check --check deref --bound 1 => safe
// The address of a call is read once: it is one of the functions, though others change which one while these are compared.
#include <pthread.h>
static int calls;
static void first(void) { calls = 1; }
static void second(void) { calls = 2; }
static void (*chosen)(void) = first;
static void *worker(void *arg) {
  chosen = second;
  chosen = first; //=>   chosen = 0;
  return NULL;
}
int main(void) {
  pthread_t t;
  if (pthread_create(&t, NULL, worker, NULL)) return 1;
  chosen();
  pthread_join(t, NULL);
  return 0;
}
