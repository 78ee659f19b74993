// rmt: check --bound 2 => safe
#include <signal.h>
void __VERIFIER_assert(int);

static volatile sig_atomic_t got;

static void handler(int number) { got = number; }

int main(void) {
  void (*before)(int) = signal(SIGINT, handler);
  __VERIFIER_assert(before == SIG_DFL || before == SIG_IGN);
  __VERIFIER_assert(got == 0);
  if (raise(SIGINT) == 0)
    __VERIFIER_assert(got == SIGINT);  //=> __VERIFIER_assert(got == 0);
  __VERIFIER_assert(signal(SIGINT, SIG_IGN) == handler);  //=> __VERIFIER_assert(signal(SIGINT, SIG_IGN) != handler);
  got = 0;
  __VERIFIER_assert(raise(SIGINT) == 0 && got == 0);
  __VERIFIER_assert(signal(SIGKILL, handler) == SIG_ERR);  //=> __VERIFIER_assert(signal(SIGKILL, handler) != SIG_ERR);
  return 0;
}
