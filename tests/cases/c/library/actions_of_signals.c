// rmt: check => safe
// Handlers that get more than the number, or run once; sets of signals.
#define _GNU_SOURCE
#include <assert.h>
#include <signal.h>
#include <string.h>

static volatile sig_atomic_t got, informed;

static void handler(int number) { got = number; }

static void with_information(int number, siginfo_t *info, void *context) { informed = number; }

int main(void) {
  struct sigaction action, before;
  sigset_t set;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  sigemptyset(&action.sa_mask);
  assert(sigaction(SIGUSR1, &action, &before) == 0);
  assert(before.sa_handler == SIG_DFL || before.sa_handler == SIG_IGN); //=> (not natively) assert(before.sa_handler == SIG_DFL);
  raise(SIGUSR1);
  assert(got == SIGUSR1); //=> assert(got == 0);
  action.sa_sigaction = with_information;
  action.sa_flags = SA_SIGINFO | SA_RESETHAND;
  assert(sigaction(SIGUSR2, &action, NULL) == 0);
  raise(SIGUSR2);
  assert(informed == SIGUSR2); //=> assert(informed == 0);
  assert(sigaction(SIGUSR2, NULL, &before) == 0 && before.sa_handler == SIG_DFL); //=> assert(sigaction(SIGUSR2, NULL, &before) == 0 && before.sa_handler != SIG_DFL);
  assert(sigaction(SIGKILL, &action, NULL) == -1); //=> assert(sigaction(SIGKILL, &action, NULL) == 0);
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  assert(sigismember(&set, SIGINT) == 1 && sigismember(&set, SIGTERM) == 0); //=> assert(sigismember(&set, SIGTERM) == 1);
  sigfillset(&set);
  sigdelset(&set, SIGINT);
  assert(sigismember(&set, SIGINT) == 0 && sigismember(&set, SIGTERM) == 1); //=> assert(sigismember(&set, SIGINT) == 1);
  return 0;
}
