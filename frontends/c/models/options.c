/* `getopt`, where nothing else reads options: which it finds is open, but not where it is. */

void __rmt_granted(const char *);

#if OPTIONS
int optind = 1, opterr = 1, optopt = '?';
char *optarg;

int getopt(int count, char *const *arguments, const char *options) {
  int result = __VERIFIER_nondet_int(), next = __VERIFIER_nondet_int();
  if (optind >= count) return -1;
  if (optind < 1) optind = 1;
  __VERIFIER_assume(result >= -1 && result <= 255 && next >= optind && next <= count);
  __rmt_granted("`getopt` leaves the arguments in their order");
  optarg = 0;
  if (result == '?' || result == ':') optopt = __VERIFIER_nondet_int();
  if (result >= 0 && next > optind && __VERIFIER_nondet_int()) {
    optarg = arguments[next - 1];
    /* Behind the letter of the option. */
    if (__VERIFIER_nondet_int() && optarg[0] != 0 && optarg[1] != 0) optarg += 2;
  }
  optind = next;
  return result;
}
#endif
