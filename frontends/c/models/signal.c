/* <signal.h>: a handler runs where the program raises the signal itself. */

void __rmt_granted(const char *);

typedef void (*rmt_handler)(int);

static struct { rmt_handler handler; int known; } rmt_signals[65];

/* SIG_ERR is -1; SIG_DFL, 0, or SIG_IGN, 1, is what the environment leaves. */
rmt_handler signal(int number, rmt_handler handler) {
  rmt_handler before;
  __rmt_granted("handlers of signals run only where the program raises the signal");
  if (number < 1 || number > 64 || number == 9 || number == 19) return (rmt_handler)-1;
  before = rmt_signals[number].known ? rmt_signals[number].handler : __VERIFIER_nondet_int() ? (rmt_handler)1 : 0;
  rmt_signals[number].handler = handler;
  rmt_signals[number].known = 1;
  return before;
}

int raise(int number) {
  if (number < 1 || number > 64) return -1;
  if (!rmt_signals[number].known) rmt_signals[number].handler = __VERIFIER_nondet_int() ? (rmt_handler)1 : 0;
  rmt_signals[number].known = 1;
  if (rmt_signals[number].handler == (rmt_handler)1) return 0;
  if (rmt_signals[number].handler) {
    rmt_signals[number].handler(number);
    return 0;
  }
  /* SIGCHLD, SIGCONT, SIGURG and SIGWINCH do nothing by default, others end the program. */
  if (number != 17 && number != 18 && number != 23 && number != 28) abort();
  return 0;
}
