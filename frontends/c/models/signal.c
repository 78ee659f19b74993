/* <signal.h>: a handler runs where the program raises the signal itself. */

void __rmt_granted(const char *);
void *memset(void *, int, size_t);

typedef void (*rmt_handler)(int);

/* How it was installed: whether it is told more than the number, whether for one time, and whether it may be interrupted by itself. */
static struct { rmt_handler handler; int known, informed, once, nested; } rmt_signals[65];
#if RAISES
/* Whether its handler runs, so that it is blocked, and is to run again; which ran then. Of all, which began last. */
static _Thread_local struct { int runs, again, outer; } rmt_running[65];
static _Thread_local int rmt_innermost;
#define IGNORE(NUMBER) rmt_running[NUMBER].again = 0
#else
#define IGNORE(NUMBER) (void)0
#endif
/* Whether some may be blocked. */
static int rmt_masked;

#define IS_SIGNAL(NUMBER) ((NUMBER) >= 1 && (NUMBER) <= 64)
/* SIGKILL and SIGSTOP have no handlers. */
#define MAY_HANDLE(NUMBER) (IS_SIGNAL(NUMBER) && (NUMBER) != 9 && (NUMBER) != 19)

/* SIG_ERR is -1; SIG_DFL, 0, or SIG_IGN, 1, is what the environment leaves. */
static rmt_handler handler_of(int number) {
  __rmt_granted("handlers of signals run only where the program raises the signal");
  if (!rmt_signals[number].known) rmt_signals[number].handler = __VERIFIER_nondet_int() ? (rmt_handler)1 : 0;
  rmt_signals[number].known = 1;
  return rmt_signals[number].handler;
}

rmt_handler signal(int number, rmt_handler handler) {
  rmt_handler before;
  if (!MAY_HANDLE(number)) return (rmt_handler)-1;
  before = handler_of(number);
  rmt_signals[number].handler = handler;
  if (handler == (rmt_handler)1) IGNORE(number);
  rmt_signals[number].informed = rmt_signals[number].once = rmt_signals[number].nested = 0;
  return before;
}

struct rmt_action {
  rmt_handler handler;
  unsigned char masked[128];
  int flags;
  void (*restorer)(void);
};

/* SA_SIGINFO is 4, SA_RESETHAND the sign, SA_NODEFER the bit below. */
int sigaction(int number, const struct rmt_action *action, struct rmt_action *before) {
  rmt_handler old;
  int old_flags;
  if (!IS_SIGNAL(number) || (action && !MAY_HANDLE(number))) return -1;
  old = handler_of(number);
  old_flags = (rmt_signals[number].informed ? 4 : 0) | (rmt_signals[number].once ? -__INT_MAX__ - 1 : 0) |
              (rmt_signals[number].nested ? 0x40000000 : 0);
  if (action) {
    rmt_signals[number].handler = action->handler;
    if (action->handler == (rmt_handler)1) IGNORE(number);
    rmt_signals[number].informed = (action->flags & 4) != 0;
    rmt_signals[number].once = action->flags < 0;
    rmt_signals[number].nested = (action->flags & 0x40000000) != 0;
  }
  if (before) {
    __rmt_any(before, sizeof *before);
    before->handler = old;
    before->flags = old_flags;
  }
  return 0;
}

static void handle(int number, rmt_handler handler) {
  if (rmt_signals[number].once) rmt_signals[number].handler = 0;
  if (rmt_signals[number].informed) {
    char info[128], context[1024];
    __rmt_any(info, sizeof info);
    __rmt_any(context, sizeof context);
    ((void (*)(int, void *, void *))handler)(number, info, context);
  } else {
    handler(number);
  }
}

#if RAISES
int raise(int number) {
  rmt_handler handler;
  if (!IS_SIGNAL(number)) return -1;
  if (rmt_masked && __VERIFIER_nondet_int()) {
    __rmt_granted("a signal that is raised while it is blocked does not come later");
    return 0;
  }
  /* While a handler runs, its signal is blocked, unless a set of blocked signals says otherwise, and comes when it has returned. */
  if (rmt_running[number].runs && (!rmt_masked || __VERIFIER_nondet_int())) {
    rmt_running[number].again = 1;
    return 0;
  }
  do {
    handler = handler_of(number);
    rmt_running[number].again = 0;
    if (handler == (rmt_handler)1) return 0;
    if (!handler) {
      /* SIGCHLD, SIGCONT, SIGURG and SIGWINCH do nothing by default, others end the program. */
      if (number != 17 && number != 18 && number != 23 && number != 28) abort();
      return 0;
    }
    if (rmt_signals[number].nested) {
      handle(number, handler);
    } else {
      rmt_running[number].runs = 1;
      rmt_running[number].outer = rmt_innermost;
      rmt_innermost = number;
      handle(number, handler);
      rmt_running[number].runs = 0;
      rmt_innermost = rmt_running[number].outer;
    }
  } while (rmt_running[number].again);
  return 0;
}

/* A jump out of handlers, to where that one was the innermost: what they block comes again. */
void leave_handlers(int innermost) {
  while (rmt_innermost != innermost && rmt_innermost != 0) {
    int number = rmt_innermost;
    rmt_running[number].runs = 0;
    rmt_innermost = rmt_running[number].outer;
    if (rmt_running[number].again) {
      rmt_running[number].again = 0;
      raise(number);
    }
  }
}
#endif

/* A set has a byte for each signal: there is room, and nobody looks into one. */
int sigemptyset(unsigned char *set) {
  memset(set, 0, 128);
  return 0;
}

int sigfillset(unsigned char *set) {
  memset(set, 1, 128);
  return 0;
}

int sigaddset(unsigned char *set, int number) {
  if (!IS_SIGNAL(number)) return -1;
  set[number] = 1;
  return 0;
}

int sigdelset(unsigned char *set, int number) {
  if (!IS_SIGNAL(number)) return -1;
  set[number] = 0;
  return 0;
}

int sigismember(const unsigned char *set, int number) {
  if (!IS_SIGNAL(number)) return -1;
  return set[number] ? 1 : 0;
}

/* Which signals are blocked is not kept. */
static int mask(int how, const unsigned char *set, unsigned char *before) {
  if (set && (how < 0 || how > 2)) return 22;
  if (set) {
    unsigned char first = set[1];
    __VERIFIER_atomic_begin();
    rmt_masked = 1;
    __VERIFIER_atomic_end();
  }
  if (before) __rmt_any(before, 128);
  return 0;
}

int sigprocmask(int how, const unsigned char *set, unsigned char *before) { return mask(how, set, before) ? -1 : 0; }

int pthread_sigmask(int how, const unsigned char *set, unsigned char *before) { return mask(how, set, before); }

int sigpending(unsigned char *set) {
  __rmt_any(set, 128);
  return 0;
}

/* Some signal comes. */
int sigsuspend(const unsigned char *set) {
  unsigned char first = set[1];
  return -1;
}

int sigwait(const unsigned char *set, int *number) {
  unsigned char first = set[1];
  *number = __VERIFIER_nondet_int();
  __VERIFIER_assume(IS_SIGNAL(*number));
  return 0;
}

unsigned alarm(unsigned seconds) { return (unsigned)at_least(0); }
