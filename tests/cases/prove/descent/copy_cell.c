// prove: descent -I include => safe, mutants unsafe
// A copy is equal cell by cell: what the run has read alone in front of the loop stays as it is.
#include <rmt.h>
void reach_error(void);
static void copy(char *d, const char *s, size_t n) {
  while (n--) { //=> while (n-- > 1) {
    *d++ = *s++; //=> *d++ = n == 6 ? 0 : *s; s++;
  }
}
int main(void) {
  size_t n = rmt_count(1), i = rmt_count(1);
  char *s = rmt_array(char, n), *d = rmt_array(char, n);
  copy(d, s, n);
  if (i < n && d[i] != s[i])
    reach_error();
  return 0;
}
