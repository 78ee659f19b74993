// what is found begins with the first character
#include <assert.h>
#include <rmt.h>
/* The first place of a string in another one, or null. */
static const char *substring(const char *s, const char *t) {
  for (;; s++) {
    size_t i = 0;
    while (t[i] && s[i] == t[i]) //=> while (t[i] || s[i] == t[i])
      i++; //=>deep i += i == 5 ? 9 : 1;
    if (!t[i])
      return s;
    if (!*s) //=> if (*s == 1)
      return 0;
  }
}
int main(void) {
  char *s = rmt_string(), *t = rmt_string();
  const char *r = substring(s, t);
  assert(!r || r[0] == t[0] || !t[0]); //=> assert(!r);
}
