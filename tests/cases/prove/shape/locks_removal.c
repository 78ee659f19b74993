// prove: shape --check deref,free => safe
// A search tree to which any number of threads add nodes, and from which they take those with one child at most, from lock to lock.
#include <pthread.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  struct node *left, *right;
  int key;
  pthread_mutex_t lock;
};
static struct node *root;
static struct node *leaf(int key) {
  struct node *n = malloc(sizeof *n);
  if (!n)
    exit(1);
  n->left = n->right = NULL;
  n->key = key;
  pthread_mutex_init(&n->lock, NULL);
  return n;
}
static void insert(int key) {
  struct node *at = root;
  pthread_mutex_lock(&at->lock);
  while (at->key != key) {
    struct node **edge = key < at->key ? &at->left : &at->right;
    struct node *next = *edge;
    if (!next) {
      *edge = leaf(key);
      break;
    }
    pthread_mutex_lock(&next->lock);
    pthread_mutex_unlock(&at->lock);
    at = next;
  }
  pthread_mutex_unlock(&at->lock);
}
static void removal(int key) {
  struct node *at = root;
  pthread_mutex_lock(&at->lock);
  for (;;) {
    struct node **edge = key < at->key ? &at->left : &at->right;
    struct node *next = *edge;
    if (!next)
      break;
    pthread_mutex_lock(&next->lock); //=> ;
    if (next->key == key) {
      if (!next->left || !next->right) {
        *edge = next->left ? next->left : next->right; //=> ;
        pthread_mutex_unlock(&next->lock);
        free(next);
      } else
        pthread_mutex_unlock(&next->lock);
      break;
    }
    pthread_mutex_unlock(&at->lock);
    at = next;
  }
  pthread_mutex_unlock(&at->lock);
}
static void *worker(void *arg) {
  while (__VERIFIER_nondet_int())
    if (__VERIFIER_nondet_int())
      insert(__VERIFIER_nondet_int());
    else
      removal(__VERIFIER_nondet_int());
  return NULL;
}
int main(void) {
  root = leaf(0);
  while (__VERIFIER_nondet_int()) {
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
  }
  return 0;
}
