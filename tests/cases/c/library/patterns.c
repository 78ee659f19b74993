// rmt: check => safe
// What is made of a pattern is freed, and where it matches is within the text.
#include <assert.h>
#include <regex.h>

int main(void) {
  regex_t pattern;
  regmatch_t places[2] = {{5, 5}, {5, 5}};
  if (regcomp(&pattern, "a(b)", REG_EXTENDED) != 0)
    return 1;
  if (regexec(&pattern, "xab", 2, places, 0) == 0) {
    assert(places[0].rm_so >= 0 && places[0].rm_eo <= 3); //=> (not natively) assert(places[0].rm_eo == 1);
    assert(places[1].rm_so >= -1 && places[1].rm_so <= places[1].rm_eo); //=> (not natively) assert(places[1].rm_so == 5);
  }
  regfree(&pattern); //=> (not natively) ;
  return 0;
}
