// rmt check samples/jobs_fixed.c --check deref,free: safe
/*
 * A queue of jobs for any number of threads. It has a first node even if there is no job: the jobs are those of the nodes
 * behind it. Who takes a job out frees the node in front, which nobody else comes to any more.
 *
 * The twin of jobs.c: whether there is a job is looked at under the lock.
 */
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  int job;
  struct node *next;
};

static struct node *first, *last;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct node *node(int job) {
  struct node *node = malloc(sizeof *node);
  if (!node)
    exit(1);
  node->job = job;
  node->next = NULL; //=> (not natively) ;
  return node;
}

static void put(int job) {
  struct node *new = node(job);
  pthread_mutex_lock(&lock);
  last->next = new;
  last = new; //=> (not natively) ;
  pthread_mutex_unlock(&lock);
}

/* The first job, or -1. */
static int take(void) {
  int job = -1;
  pthread_mutex_lock(&lock);
  struct node *old = first;
  struct node *next = old->next;
  if (next) {
    job = next->job;
    first = next; //=> (not natively) ;
    free(old); //=> (not natively) invalid free: free(old); free(old);
  }
  pthread_mutex_unlock(&lock);
  return job;
}

static void *worker(void *arg) {
  while (__VERIFIER_nondet_int())
    if (__VERIFIER_nondet_int())
      put(__VERIFIER_nondet_int());
    else
      take();
  return arg;
}

int main(void) {
  first = last = node(0);
  while (__VERIFIER_nondet_int()) {
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
  }
  return 0;
}
