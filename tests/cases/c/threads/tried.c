// rmt: check => safe
// What says why a semaphore was not had, and attributes that are asked for.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>

int main(void) {
  sem_t none;
  pthread_attr_t attributes;
  int state;
  if (sem_init(&none, 0, 0)) return 1;
  if (sem_trywait(&none) == -1) assert(errno == EAGAIN); //=> assert(errno == EINTR);
  if (pthread_attr_init(&attributes)) return 1;
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_attr_getdetachstate(&attributes, &state);
  assert(state == PTHREAD_CREATE_DETACHED); //=> assert(state == PTHREAD_CREATE_JOINABLE);
  assert(pthread_kill(pthread_self(), 65) != 0); //=> assert(pthread_kill(pthread_self(), 65) == 0);
  __builtin_ia32_pause();
  return 0;
}
