/* `getopt`, where nothing else reads options: which of them it finds is open, but not where it is. */

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

static int is_long;

struct rmt_option { const char *name; int has_argument; int *flag; int value; };

/* One of the short options, or of the long ones. */
int getopt_long(int count, char *const *arguments, const char *options, const void *all, int *index) {
  const struct rmt_option *at = all;
  int i = 0, result = getopt(count, arguments, options);
  is_long = 0;
  if (result < 0 || !at || __VERIFIER_nondet_int()) return result;
  while (at[i].name && __VERIFIER_nondet_int()) i++;
  if (!at[i].name) return result;
  is_long = 1;
  if (at[i].has_argument == 0) optarg = 0;
  __VERIFIER_assume(at[i].has_argument != 1 || optarg);
  if (index) *index = i;
  if (!at[i].flag) return at[i].value;
  *at[i].flag = at[i].value;
  return 0;
}

/* Whether the result is one of the options, and of those that have an argument. */
void __rmt_option(int is_option, int has_argument) {
  __VERIFIER_assume(is_option && (is_long || !has_argument || optarg));
}
#endif
