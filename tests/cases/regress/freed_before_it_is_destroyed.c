// rmt: check => unsafe (not natively)
// What is destroyed must be there, though nothing is kept of it.
#include <pthread.h>
#include <stdlib.h>
struct node {
  pthread_mutex_t lock;
  int value;
};
int main(void) {
  struct node *node = malloc(sizeof *node);
  if (!node) return 1;
  pthread_mutex_init(&node->lock, NULL);
  free(node);
  pthread_mutex_destroy(&node->lock); //~ freed memory
  return 0;
}
