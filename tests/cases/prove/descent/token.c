// prove: descent --check deref => safe, mutants unsafe
// The rest of a string is kept in a variable whose address is taken, and is null at the end.
#include <stdlib.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
void reach_error(void);
static char *token(char **rest, char mark) {
  char *start = *rest, *p = start;
  for (;;) {
    char c = *p++;
    if (c == 0 || c == mark) { //=> if (c == mark) {
      *rest = c ? p : 0;
      p[-1] = 0;
      return start;
    }
  }
}
int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong();
  if (n == 0)
    return 0;
  char *s = malloc(n);
  if (!s)
    return 0;
  s[n - 1] = 0; //=> s[n] = 0;
  char *rest = s, *empty = "";
  token(&rest, ',');
  char *first = rest ? rest : empty;
  if (*first == 0 && rest && rest[-1] != 0) //=> if (*first == 0 && rest && rest[-1] == 0)
    reach_error();
  return 0;
}
