// prove: shape --check deref,free => unknown
// A thread uses the block that it is given, which the one that made it frees.
#include <pthread.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct job {
  int value;
};
static void *worker(void *arg) {
  struct job *job = arg;
  job->value = 1;
  return NULL;
}
int main(void) {
  while (__VERIFIER_nondet_int()) {
    struct job *job = malloc(sizeof *job);
    if (!job)
      break;
    pthread_t thread;
    pthread_create(&thread, NULL, worker, job);
    free(job);
  }
  return 0;
}
