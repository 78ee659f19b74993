// prove: shape --check deref,free => safe
// A list between two nodes that stay, sorted by key, by any number of threads that hold the locks of two neighbours.
#include <pthread.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  struct node *next;
  int key;
  pthread_mutex_t lock;
};
static struct node *head;
static struct node *node(int key, struct node *next) {
  struct node *n = malloc(sizeof *n);
  if (!n)
    exit(1);
  n->next = next;
  n->key = key;
  pthread_mutex_init(&n->lock, NULL);
  return n;
}
static void add(int key) {
  struct node *left = head;
  pthread_mutex_lock(&left->lock);
  struct node *right = left->next;
  if (right)
    pthread_mutex_lock(&right->lock);
  while (right && right->key < key) {
    pthread_mutex_unlock(&left->lock);
    left = right;
    right = left->next;
    if (right)
      pthread_mutex_lock(&right->lock);
  }
  if (!right || right->key != key)
    left->next = node(key, right);
  if (right)
    pthread_mutex_unlock(&right->lock);
  pthread_mutex_unlock(&left->lock);
}
static void drop(int key) {
  struct node *left = head;
  pthread_mutex_lock(&left->lock);
  struct node *right = left->next;
  if (right)
    pthread_mutex_lock(&right->lock);
  while (right && right->key < key) {
    pthread_mutex_unlock(&left->lock);
    left = right;
    right = left->next;
    if (right)
      pthread_mutex_lock(&right->lock);
  }
  if (right && right->key == key) {
    left->next = right->next; //=> ;
    pthread_mutex_unlock(&right->lock);
    free(right);
  } else if (right)
    pthread_mutex_unlock(&right->lock);
  pthread_mutex_unlock(&left->lock);
}
static void *worker(void *arg) {
  while (__VERIFIER_nondet_int())
    if (__VERIFIER_nondet_int())
      add(__VERIFIER_nondet_int());
    else
      drop(__VERIFIER_nondet_int());
  return NULL;
}
int main(void) {
  head = node(0, NULL);
  while (__VERIFIER_nondet_int()) {
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
  }
  return 0;
}
