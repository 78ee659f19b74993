// prove: shape --check free => unknown
// No thread writes the number while others can come to it, but one that has taken the block out, and puts it back.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  int value;
};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct node *shared;
static void put(struct node *n, int value) {
  n->value = value;
  pthread_mutex_lock(&lock);
  if (shared)
    free(n);
  else
    shared = n;
  pthread_mutex_unlock(&lock);
}
static void *worker(void *arg) {
  struct node *n;
  switch (__VERIFIER_nondet_int()) {
  case 0:
    n = malloc(sizeof *n);
    if (n)
      put(n, 0);
    break;
  case 1:
    pthread_mutex_lock(&lock);
    n = shared;
    shared = NULL;
    pthread_mutex_unlock(&lock);
    if (n)
      put(n, 1);
    break;
  default:
    pthread_mutex_lock(&lock);
    n = shared;
    if (n && n->value == 0) {
      pthread_mutex_unlock(&lock);
      pthread_mutex_lock(&lock);
      assert(n->value == 0);
    }
    pthread_mutex_unlock(&lock);
  }
  return NULL;
}
int main(void) {
  while (__VERIFIER_nondet_int()) {
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
  }
  return 0;
}
