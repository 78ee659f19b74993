// rmt: check --entry length => safe
// Of what callers pass, two pointers may be meant to point into one array.
int length(const char *start, const char *end) {
  long n = end - start;
  return n == 3 ? 1 : 2 / 1; //=> division by zero: return n == 3 ? 1 : 2 / 0;
}
