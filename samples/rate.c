// rmt check samples/rate.c --check div,shift: unsafe
/*
 * The rate of a transfer in bytes a millisecond, and the buffer that suits it: a power of two.
 *
 * The error: a short transfer may take no whole millisecond.
 */
extern unsigned __VERIFIER_nondet_uint(void);

static unsigned rate(unsigned bytes, unsigned milliseconds) {
  return bytes / milliseconds;
}

static unsigned buffer(unsigned rate) {
  unsigned order = 0;
  if (rate > 1 << 9)
    order = rate > 1 << 18 ? 31 : 18;
  return 1u << order;
}

int main(void) {
  unsigned bytes = __VERIFIER_nondet_uint();
  unsigned started = __VERIFIER_nondet_uint();
  unsigned ended = __VERIFIER_nondet_uint();
  if (ended < started)
    return 1;
  return buffer(rate(bytes, ended - started)) < 512;
}
