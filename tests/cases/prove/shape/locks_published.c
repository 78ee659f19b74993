// prove: shape --check deref,free => safe
// Nodes that are never freed are put into a list under its lock when they are complete, and read without it.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  struct node *next;
  int value;
};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct node *list;
static void *worker(void *arg) {
  for (;;) {
    if (__VERIFIER_nondet_int()) {
      struct node *n = malloc(sizeof *n);
      if (!n)
        exit(1);
      n->value = 7; //=> ;
      pthread_mutex_lock(&lock);
      n->next = list; //=> list = n;
      list = n; //=> list = n; n->value = 6; n->value = 7;
      pthread_mutex_unlock(&lock); //=> pthread_mutex_unlock(&lock); n->value = 8;
    } else {
      for (struct node *n = list; n; n = n->next)
        assert(n->value == 7);
    }
  }
}
int main(void) {
  while (__VERIFIER_nondet_int()) {
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
  }
  return 0;
}
