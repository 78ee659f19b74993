// prove: shape --check deref,free => safe
// Nodes are taken from a stack under its lock, changed and put back without it, or freed.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  struct node *next;
  int clean;
};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct node *top;
static void *worker(void *arg) {
  for (;;) {
    pthread_mutex_lock(&lock);
    struct node *n = top;
    if (n)
      top = n->next; //=> ;
    pthread_mutex_unlock(&lock);
    if (n)
      assert(n->clean);
    if (n && __VERIFIER_nondet_int()) {
      free(n);
      continue; //=> ;
    }
    if (!n)
      n = malloc(sizeof *n);
    if (!n)
      return NULL;
    n->clean = 0;
    n->clean = 1; //=> ;
    pthread_mutex_lock(&lock);
    n->next = top;
    top = n;
    pthread_mutex_unlock(&lock); //=> pthread_mutex_unlock(&lock); n->clean = 1;
  }
}
int main(void) {
  while (__VERIFIER_nondet_int()) {
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
  }
  return 0;
}
