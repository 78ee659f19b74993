// prove: descent -I include => safe, mutants unsafe
// Where a byte is not found, it is nowhere: the index that is drawn is smaller, too, in the smaller run.
#include <rmt.h>
void reach_error(void);
static const char *find(const char *s, char c, size_t n) {
  for (; n; s++, n--) //=> for (; n > 1; s++, n--)
    if (*s == c)
      return s;
  return 0;
}
int main(void) {
  size_t n = rmt_count(1), i = rmt_count(1);
  char *s = rmt_array(char, n), c = rmt_char();
  if (!find(s, c, n) && i < n && s[i] == c) //=> if (!find(s, c, n) && i <= n && s[i] == c)
    reach_error();
  return 0;
}
