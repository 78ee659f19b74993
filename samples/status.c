// rmt check samples/status.c --check uninit: unsafe
/*
 * A device that may be busy is asked a few times. What comes back is how that went.
 *
 * The error: if the device is busy each time, nobody sets the status.
 */
extern int __VERIFIER_nondet_int(void);

static int busy(void) { return __VERIFIER_nondet_int() != 0; }

static int ask(int attempts) {
  int status;
  while (attempts-- > 0) {
    if (!busy()) {
      status = 0;
      break;
    }
  }
  return status;
}

int main(void) {
  int status = ask(2);
  if (status == 0)
    return 0;
  return 1;
}
