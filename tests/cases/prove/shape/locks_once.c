// prove: shape --check deref,free => unknown
// Each thread allocates one block, outside of any loop: they are many. The last to publish one frees that of another.
#include <pthread.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  int value;
};
static struct node *last;
static void *worker(void *arg) {
  struct node *own = malloc(sizeof *own);
  if (!own)
    return NULL;
  struct node *other = last;
  last = own;
  free(other);
  own->value = 1;
  return NULL;
}
int main(void) {
  while (__VERIFIER_nondet_int()) {
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
  }
  return 0;
}
