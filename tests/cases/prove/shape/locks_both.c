// prove: shape --check deref,free => safe
// A node with a lock of its own, behind a lock that stays.
#include <pthread.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  pthread_mutex_t lock;
  int value;
};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct node *place;
static void *worker(void *arg) {
  for (;;) {
    pthread_mutex_lock(&lock);
    struct node *n = place;
    if (n) {
      pthread_mutex_lock(&n->lock);
      n->value = 1;
      place = NULL; //=> ;
      pthread_mutex_unlock(&n->lock);
      free(n); //=> pthread_mutex_unlock(&lock); free(n); pthread_mutex_lock(&lock); place = n;
    } else {
      n = malloc(sizeof *n);
      if (!n)
        exit(1);
      pthread_mutex_init(&n->lock, NULL);
      place = n; //=> place = n; if (__VERIFIER_nondet_int()) free(n);
    }
    pthread_mutex_unlock(&lock);
  }
}
int main(void) {
  while (__VERIFIER_nondet_int()) {
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
  }
  return 0;
}
