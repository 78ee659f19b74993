// the result is within the string
#include "musl.h"
#include <libgen.h>
#include "bminor/musl/src/string/strlen.c"
#include "bminor/musl/src/misc/basename.c"
int main(void) {
  char *s = rmt_string();
  char empty = !*s;
  char *r = basename(s);
  assert(empty || strlen(r) <= strlen(s)); //=> assert(empty || strlen(r) < strlen(s));
}
//~ i&&s[i]=='/' ==> s[i]=='/'
//~ i&&s[i-1]!='/' ==> s[i-1]!='/'
