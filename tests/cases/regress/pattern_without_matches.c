// rmt: check => unsafe (not natively)
// Of a pattern with REG_NOSUB it is not told where it matches.
#include <regex.h>

int main(void) {
  regex_t pattern;
  regmatch_t matches[1];
  if (regcomp(&pattern, "a", REG_EXTENDED | REG_NOSUB))
    return 1;
  int result = regexec(&pattern, "xa", 1, matches, 0);
  regfree(&pattern);
  return result == 0 && matches[0].rm_so == 1; //~ a value is read that was never set
}
