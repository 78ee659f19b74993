// prove: shape --check deref,free => unknown
// A stack whose two operations take different locks.
#include <pthread.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  struct node *next;
};
static struct node *top;
static pthread_mutex_t pushing = PTHREAD_MUTEX_INITIALIZER, popping = PTHREAD_MUTEX_INITIALIZER;
static void push(void) {
  struct node *n = malloc(sizeof *n);
  if (!n)
    return;
  pthread_mutex_lock(&pushing);
  n->next = top;
  top = n;
  pthread_mutex_unlock(&pushing);
}
static void pop(void) {
  pthread_mutex_lock(&popping);
  struct node *n = top;
  if (n)
    top = n->next;
  pthread_mutex_unlock(&popping);
  free(n);
}
static void *worker(void *arg) {
  while (__VERIFIER_nondet_int())
    if (__VERIFIER_nondet_int())
      push();
    else
      pop();
  return NULL;
}
int main(void) {
  while (__VERIFIER_nondet_int()) {
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
  }
  return 0;
}
