// prove: shape --check deref,free => safe
// A list with a first node that stays, by any number of threads: each node has a lock, and threads go from lock to lock.
#include <pthread.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  struct node *next;
  pthread_mutex_t lock;
};
static struct node *list;
static void pop(void) {
  pthread_mutex_lock(&list->lock);
  struct node *item = list->next;
  if (item) {
    pthread_mutex_lock(&item->lock);
    list->next = item->next; //=> ;
    pthread_mutex_unlock(&item->lock);
    free(item);
  }
  pthread_mutex_unlock(&list->lock);
}
static void insert(void) {
  struct node *at = list;
  pthread_mutex_lock(&at->lock);
  while (__VERIFIER_nondet_int() && at->next) {
    struct node *next = at->next;
    pthread_mutex_lock(&next->lock);
    pthread_mutex_unlock(&at->lock);
    at = next;
  }
  struct node *item = malloc(sizeof *item);
  if (item) {
    pthread_mutex_init(&item->lock, NULL);
    item->next = at->next;
    at->next = item;
  }
  pthread_mutex_unlock(&at->lock);
}
static void *worker(void *arg) {
  while (__VERIFIER_nondet_int())
    if (__VERIFIER_nondet_int())
      pop();
    else
      insert();
  return NULL;
}
int main(void) {
  list = malloc(sizeof *list);
  if (!list)
    return 0;
  list->next = NULL;
  pthread_mutex_init(&list->lock, NULL);
  while (__VERIFIER_nondet_int()) {
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
  }
  return 0;
}
